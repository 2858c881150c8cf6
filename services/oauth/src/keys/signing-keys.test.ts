import { describe, expect, it } from '@jest/globals';
import { isRotating, outlivedKeys, type SigningKeySet, signingKeyAt } from './rotate-keys.ts';
import type { SigningKey } from './signing-key-store.ts';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const start = Date.parse('2026-01-01T00:00:00Z');
const at = (milliseconds: number) => new Date(start + milliseconds);
const key = (kid: string, activeFrom: number): SigningKey => ({
  kid,
  activeFrom: at(activeFrom),
  publicJwk: {},
  privateJwk: {},
});
const keys: SigningKeySet = [key('next', 10 * DAY), key('now', 5 * DAY), key('before', 0)];
const idsOf = (some: readonly SigningKey[]) => some.map(({ kid }) => kid);

describe('the key that signs', () => {
  it.each([
    [0, 'before'],
    [5 * DAY - 1, 'before'],
    [5 * DAY, 'now'],
    [10 * DAY - 1, 'now'],
    [10 * DAY, 'next'],
  ])('after %d ms is the latest that is active: %s', (now, kid) => {
    expect(signingKeyAt(keys, at(now)).kid).toBe(kid);
  });

  it('is the first key if the clock is behind all of them', () => {
    expect(signingKeyAt(keys, at(-1)).kid).toBe('before');
  });
});

it('a rotation is under way until the latest key signs', () => {
  expect(isRotating(keys, at(10 * DAY - 1))).toBe(true);
  expect(isRotating(keys, at(10 * DAY))).toBe(false);
});

describe('a key is outlived', () => {
  it.each<[number, string[]]>([
    [5 * DAY, []],
    [6 * DAY + 60 * SECOND, []],
    [6 * DAY + 60 * SECOND + 1, ['before']],
    [11 * DAY + 60 * SECOND, ['before']],
    [11 * DAY + 61 * SECOND, ['now', 'before']],
    [1_000 * DAY, ['now', 'before']],
  ])('after %d ms, when all its tokens have expired: %j', (now, outlived) => {
    expect(idsOf(outlivedKeys(keys, at(now)))).toEqual(outlived);
  });

  it('never, if it is the only key', () => {
    expect(outlivedKeys([key('only', 0)], at(1_000 * DAY))).toEqual([]);
  });
});
