import { isFirstPartyClient } from './first-party-clients.ts';

/** How old a sign-in may be for administration by an access token. */
export const RECENT_SIGN_IN_SECONDS = 600;

/** The `max_age` with which the console and the command line sign in, so that the sign-in stays recent for a while. */
export const SIGN_IN_MAX_AGE_SECONDS = RECENT_SIGN_IN_SECONDS / 2;

/**
 * Which credentials an operation accepts. An operation that widens access, or whose effect outlives
 * the token, is never done with the access token of an app.
 *
 * - `administration`: an API key, or a first-party client with a recent sign-in. For API keys, users,
 *   scope ceilings.
 * - `first_party`: an API key, or a first-party client. For installations, client secrets, redirect
 *   URIs, webhook declarations, the registration of apps.
 * - `app`: the access token of an app too.
 */
export type CredentialClass = 'administration' | 'first_party' | 'app';

export type CredentialHolder = {
  kind: 'api_key' | 'access_token';
  /** Of an access token. */
  clientId?: string | null | undefined;
  /** When the user of an access token signed in, where it says so. */
  authenticatedAt?: Date | null | undefined;
};

/** Whether a credential is the access token of an app. */
export function isAppToken({ kind, clientId }: CredentialHolder): boolean {
  return kind === 'access_token' && !isFirstPartyClient(clientId);
}

export function checkCredential(
  required: CredentialClass,
  holder: CredentialHolder,
  now: Date,
): 'allowed' | 'app_refused' | 'sign_in_too_old' {
  if (required === 'app' || holder.kind === 'api_key') return 'allowed';
  if (isAppToken(holder)) return 'app_refused';
  if (required === 'first_party') return 'allowed';
  if (!holder.authenticatedAt) return 'sign_in_too_old';
  const ageMilliseconds = now.getTime() - holder.authenticatedAt.getTime();
  return ageMilliseconds <= RECENT_SIGN_IN_SECONDS * 1000 ? 'allowed' : 'sign_in_too_old';
}
