import type { Grant, Session } from 'oidc-provider';
import { OFFLINE_ACCESS } from './scopes.ts';

/** One day, as the specification says. */
export const ACCESS_TOKEN_SECONDS = 86_400;

const CODE_SECONDS = 60;
/** "Without a refresh token, the user is logged out after 24 hours and must sign in again." */
export const SIGN_IN_SECONDS = 86_400;
/** "Never by age alone" has to be a number. */
const HUNDRED_YEARS_SECONDS = 100 * 365 * 86_400;

/** How long each kind of oidc-provider's records lives. */
export const lifetimesSeconds = {
  AccessToken: ACCESS_TOKEN_SECONDS,
  AuthorizationCode: CODE_SECONDS,
  Grant: grantSeconds,
  RefreshToken: HUNDRED_YEARS_SECONDS,
  Interaction: 3_600,
  Session: sessionSeconds,
};

/** Without refresh tokens a grant lasts as long as what is issued on it. */
function grantSeconds(_context: unknown, grant: Grant): number {
  const isLasting = grant.getOIDCScope().split(' ').includes(OFFLINE_ACCESS);
  return isLasting ? HUNDRED_YEARS_SECONDS : CODE_SECONDS + ACCESS_TOKEN_SECONDS;
}

/** A session is saved again by each request, and ends a day after the sign-in all the same. */
function sessionSeconds(_context: unknown, { loginTs }: Pick<Session, 'loginTs'>): number {
  if (loginTs === undefined) return SIGN_IN_SECONDS;
  const ageSeconds = Math.floor(Date.now() / 1000) - loginTs;
  return Math.max(1, SIGN_IN_SECONDS - ageSeconds);
}
