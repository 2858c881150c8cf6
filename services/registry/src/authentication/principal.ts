/** Who is calling the public API, and for which organization. */
export type Principal = {
  kind: 'api_key' | 'access_token';
  /** The API key's id, or the access token's. */
  id: string;
  organizationId: string;
  organizationName: string;
  roles: readonly string[];
  /** Of an access token: the app that it was issued to, and the user whom it acts for. */
  clientId?: string;
  userId?: string;
  /** When that user signed in (`auth_time`), where the token says so. */
  authenticatedAt?: Date;
};

/** The API key, or the user or app of an access token: what stays when a token is renewed. */
export function callerOf({ organizationId, id, userId, clientId }: Principal) {
  return { organizationId, caller: userId ?? clientId ?? id };
}
