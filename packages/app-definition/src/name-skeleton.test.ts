import { describe, expect, it } from '@jest/globals';
import { nameSkeleton } from './name-skeleton.ts';

describe('names with the same skeleton', () => {
  it.each([
    ['kustomer', 'Kustomer'],
    ['order_tracker', 'ordertracker'],
    ['order_tracker', '_Order__Tracker_'],
    ['kustomer', 'kust0mer'],
    ['mail', 'ma1l'],
    ['mail', 'maIl'],
    ['mail', 'mai1'],
    ['sales', '5ale5'],
    ['zoom', '2oom'],
    ['bot', '8ot'],
    ['kustomer', 'kustorner'],
    ['kustomer', 'kustor_ner'],
    ['window', 'vvindovv'],
    ['vw', 'wv'],
  ])('%s and %s', (one, other) => {
    expect(nameSkeleton(one)).toBe(nameSkeleton(other));
  });
});

describe('names with different skeletons', () => {
  it.each([
    ['desk_1', 'desk_2'],
    ['desk_1', 'desk_11'],
    ['desk_3', 'desk_8'],
    ['order', 'orders'],
    ['chat', 'cat'],
  ])('%s and %s', (one, other) => {
    expect(nameSkeleton(one)).not.toBe(nameSkeleton(other));
  });
});
