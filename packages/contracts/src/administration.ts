import { isFirstPartyClient } from './first-party-clients.ts';

/** How old a sign-in may be for administration by an access token. */
export const RECENT_SIGN_IN_SECONDS = 600;

export type AdministrationCaller = {
  kind: 'api_key' | 'access_token';
  /** Of an access token. */
  clientId?: string | null | undefined;
  /** When the user of an access token signed in, where it says so. */
  authenticatedAt?: Date | null | undefined;
};

/**
 * Whether a credential may administer API keys and users: an API key may, an app may not, and a
 * first-party client may for some minutes after a sign-in.
 */
export function checkAdministration(
  { kind, clientId, authenticatedAt }: AdministrationCaller,
  now: Date,
): 'allowed' | 'app_refused' | 'sign_in_too_old' {
  if (kind === 'api_key') return 'allowed';
  if (!isFirstPartyClient(clientId)) return 'app_refused';
  if (!authenticatedAt) return 'sign_in_too_old';
  const ageMilliseconds = now.getTime() - authenticatedAt.getTime();
  return ageMilliseconds <= RECENT_SIGN_IN_SECONDS * 1000 ? 'allowed' : 'sign_in_too_old';
}
