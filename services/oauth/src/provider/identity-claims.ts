import type { IdentityScope } from '@app-platform/contracts';

/** Which claims each scope adds to ID tokens and to the response of the user information endpoint. */
export const claimsOfScopes = {
  openid: ['sub', 'org', 'auth_time'],
  profile: ['name', 'org_name'],
  email: ['email', 'email_verified'],
} as const satisfies Record<IdentityScope, readonly string[]>;

/** Who a user is. */
export type Identity = {
  accountId: string;
  email: string;
  name: string | null;
  organizationId: string;
  organizationName: string | undefined;
};

/** All claims about a user. A missing name is left out. */
export function claimsOf({ accountId, email, name, ...organization }: Identity) {
  const { organizationId, organizationName } = organization;
  return {
    sub: accountId,
    org: organizationId,
    ...(organizationName !== undefined && { org_name: organizationName }),
    ...(name !== null && { name }),
    email,
    // An administrator gave the address, or the upstream provider. Nobody has verified it here.
    email_verified: false,
  };
}
