import { describe, expect, it } from '@jest/globals';
import { parseAppVersion } from './app-version-path.ts';

describe('parseAppVersion', () => {
  it.each([
    ['order_tracker', { name: 'order_tracker' }],
    ['order_tracker-latest', { name: 'order_tracker' }],
    ['order_tracker-1.0.0', { name: 'order_tracker', version: '1.0.0' }],
    ['order_tracker-1.0.0-beta.1+b', { name: 'order_tracker', version: '1.0.0-beta.1+b' }],
    // Registered before such numbers were refused.
    ['old-1.0.0-9007199254740993', { name: 'old', version: '1.0.0-9007199254740993' }],
  ])('splits %j at its first hyphen', (text, reference) => {
    expect(parseAppVersion(text)).toEqual(reference);
  });

  it.each(['', '-', '-1.0.0', 'order_tracker-', 'a-v1.0.0', 'a-1.0', 'a-1.0.0 ', 'a b', 'é-1.0.0'])(
    'reads nothing from %j',
    (text) => {
      expect(parseAppVersion(text)).toBeUndefined();
    },
  );
});
