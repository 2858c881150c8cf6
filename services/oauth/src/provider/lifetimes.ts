import {
  ACCESS_TOKEN_SECONDS,
  isFirstPartyClient,
  localProgramClient,
} from '@app-platform/contracts';
import type { AccessToken, AuthorizationCode, Grant, Session } from 'oidc-provider';
import { CODE_PAGE_PATH } from '../endpoints/endpoint-paths.ts';
import { DEVICE_CODE_SECONDS } from './device-codes.ts';
import { OFFLINE_ACCESS } from './scopes.ts';

const CODE_SECONDS = 60;
/** A person copies the code. */
const COPIED_CODE_SECONDS = 300;
/** "Without a refresh token, the user is logged out after 24 hours and must sign in again." */
export const SIGN_IN_SECONDS = 86_400;
/** oidc-provider needs a number for "never expires by age alone". */
const HUNDRED_YEARS_SECONDS = 100 * 365 * 86_400;

/** The lifetime of each kind of oidc-provider's records. */
export const lifetimesSeconds = {
  AccessToken: accessTokenSeconds,
  AuthorizationCode: codeSeconds,
  DeviceCode: DEVICE_CODE_SECONDS,
  Grant: grantSeconds,
  IdToken: 3_600,
  RefreshToken: HUNDRED_YEARS_SECONDS,
  Interaction: 3_600,
  Session: sessionSeconds,
};

function codeSeconds(_context: unknown, { clientId, redirectUri = '' }: AuthorizationCode): number {
  const isCopied = clientId === localProgramClient && redirectUri.endsWith(CODE_PAGE_PATH);
  return isCopied ? COPIED_CODE_SECONDS : CODE_SECONDS;
}

/** Each resource has its own. */
function accessTokenSeconds(_context: unknown, { resourceServer }: AccessToken): number {
  return resourceServer?.accessTokenTTL ?? ACCESS_TOKEN_SECONDS;
}

/** How long a code and its access token are valid. */
export const CODE_AND_TOKEN_SECONDS = CODE_SECONDS + ACCESS_TOKEN_SECONDS;

/**
 * A grant without refresh tokens lasts as long as its code and access token. That of a first-party
 * client lasts as long as those of the last request of its session.
 */
function grantSeconds(_context: unknown, grant: Grant): number {
  if (grant.getOIDCScope().split(' ').includes(OFFLINE_ACCESS)) return HUNDRED_YEARS_SECONDS;
  if (!isFirstPartyClient(grant.clientId)) return CODE_AND_TOKEN_SECONDS;
  const isCopied = grant.clientId === localProgramClient;
  return SIGN_IN_SECONDS + (isCopied ? COPIED_CODE_SECONDS : CODE_SECONDS) + ACCESS_TOKEN_SECONDS;
}

/** Each request saves the session again. It ends a day after the sign-in nonetheless. */
function sessionSeconds(_context: unknown, { loginTs }: Pick<Session, 'loginTs'>): number {
  if (loginTs === undefined) return SIGN_IN_SECONDS;
  const ageSeconds = Math.floor(Date.now() / 1000) - loginTs;
  return Math.max(1, SIGN_IN_SECONDS - ageSeconds);
}
