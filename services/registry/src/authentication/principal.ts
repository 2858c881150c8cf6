import { type IdentityScope, isAppToken } from '@app-platform/contracts';
import { routesFor } from '@app-platform/http-api';

/** The caller of the public API, and its organization. */
export type Principal = {
  kind: 'api_key' | 'access_token';
  /** The API key's id, or the access token's. */
  id: string;
  organizationId: string;
  organizationName: string;
  roles: readonly string[];
  /** What an access token of an app may know of its user. */
  identityScopes?: readonly IdentityScope[];
  /** The app and the user of an access token. */
  clientId?: string;
  userId?: string;
  /** When that user signed in (`auth_time`), where the token says so. */
  authenticatedAt?: Date;
};

/** Declares a route of the public API. */
export const defineRoute = routesFor<Principal>();

/**
 * The API key, or the user of an access token: what stays when a token is renewed. An app is another
 * caller than its user, whose kept answers may hold secrets.
 */
export function callerOf(principal: Principal) {
  const { organizationId, id, userId, clientId } = principal;
  const user = userId ?? clientId ?? id;
  return { organizationId, caller: isAppToken(principal) ? `${clientId} ${user}` : user };
}
