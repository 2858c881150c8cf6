import { expect, it, jest } from '@jest/globals';
import type { AuthorizationCode, Grant, Session } from 'oidc-provider';
import { lifetimesSeconds } from './lifetimes.ts';

it.each([
  ['an app', '', 86_460],
  ['an app', 'offline_access', 36_500 * 86_400],
  ['console', '', 2 * 86_400 + 60],
  ['cli', '', 2 * 86_400 + 300],
  ['console', 'offline_access', 36_500 * 86_400],
])('a grant to %s of roles and "%s" lives for %d seconds', (clientId, scope, seconds) => {
  const grant = { clientId, getOIDCScope: () => scope } as Grant;
  expect(lifetimesSeconds.Grant(undefined, grant)).toBe(seconds);
});

it.each([
  ['cli', 'https://oauth.example.com/cli/code', 300],
  ['cli', 'http://127.0.0.1:51234/callback', 60],
  ['an app', 'https://app.example.com/cli/code', 60],
])('a code for %s at %s lives for %d seconds', (clientId, redirectUri, seconds) => {
  const code = { clientId, redirectUri } as AuthorizationCode;
  expect(lifetimesSeconds.AuthorizationCode(undefined, code)).toBe(seconds);
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
