import { describe, expect, it } from '@jest/globals';
import { nameSkeleton, namespacedAttribute, privateName } from './registered-names.ts';

const organizationId = '5f0c1d2e3a4b5c6d7e8f9a0b';

describe('privateName', () => {
  it('appends the id of the organization', () => {
    expect(privateName('order_tracker', organizationId)).toBe(`order_tracker_${organizationId}`);
  });

  it('keeps an app that already ends in the id of its organization', () => {
    const name = privateName('order_tracker', organizationId);
    expect(privateName(name, organizationId)).toBe(name);
  });

  it('appends to an app that ends in the id of another organization', () => {
    const other = 'order_tracker_aaaaaaaaaaaaaaaaaaaaaaaa';
    expect(privateName(other, organizationId)).toBe(`${other}_${organizationId}`);
  });
});

describe('namespacedAttribute', () => {
  it('is @, the identifier and the name with its first letter upper-cased', () => {
    expect(namespacedAttribute('ordtrk', 'loyaltyPointsNum')).toBe('@ordtrkLoyaltyPointsNum');
  });
});

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
