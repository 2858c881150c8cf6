import { expect, it } from '@jest/globals';
import type { Grant } from 'oidc-provider';
import { lifetimesSeconds } from './lifetimes.ts';

it.each([
  ['', 86_460],
  ['offline_access', 36_500 * 86_400],
])('a grant of "%s" beside roles lives for %d seconds', (scope, seconds) => {
  const grant = { getOIDCScope: () => scope } as Grant;
  expect(lifetimesSeconds.Grant(undefined, grant)).toBe(seconds);
});
