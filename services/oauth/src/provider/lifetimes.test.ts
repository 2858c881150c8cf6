import { expect, it, jest } from '@jest/globals';
import type { Grant, Session } from 'oidc-provider';
import { lifetimesSeconds } from './lifetimes.ts';

it.each([
  ['', 86_460],
  ['offline_access', 36_500 * 86_400],
])('a grant of roles and "%s" lives for %d seconds', (scope, seconds) => {
  const grant = { getOIDCScope: () => scope } as Grant;
  expect(lifetimesSeconds.Grant(undefined, grant)).toBe(seconds);
});

it.each([
  ['has no sign-in yet', undefined, 86_400],
  ['began with a sign-in just now', 0, 86_400],
  ['began with a sign-in an hour ago', 3_600, 82_800],
  ['began with a sign-in two days ago', 172_800, 1],
])('a session that %s ends a day after the sign-in', (_name, ageSeconds, seconds) => {
  jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_500);
  const session = ageSeconds === undefined ? {} : { loginTs: 1_800_000_000 - ageSeconds };
  expect(lifetimesSeconds.Session(undefined, session as Session)).toBe(seconds);
  jest.restoreAllMocks();
});
