/** The scopes of OpenID Connect (Core section 5.4). They say who the user is, and reach no API. */
export const identityScopes = ['openid', 'profile', 'email'] as const;
export type IdentityScope = (typeof identityScopes)[number];

export function isIdentityScope(scope: string): scope is IdentityScope {
  return (identityScopes as readonly string[]).includes(scope);
}
