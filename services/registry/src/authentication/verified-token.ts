/** The claims of a token whose signature, issuer, audience and type are right. */
export type VerifiedToken = {
  id: string;
  grantId: string;
  organizationId: string;
  clientId: string;
  userId: string;
  roles: readonly string[];
  /** The version of the user's roles when it was issued. */
  rolesVersion: number;
  /** Since when its app was installed, in milliseconds. A first-party client is not installed. */
  installedSince: number | undefined;
  /** In seconds, both. */
  notBefore: number;
  expiresAt: number;
  /** When the user signed in, where the token says so. */
  authenticatedAt: Date | undefined;
  /** Of the key that it is bound to. */
  thumbprint: string | undefined;
};
