import { hash } from 'node:crypto';
import { TtlCache } from '../cache/ttl-cache.ts';
import type { CredentialOrganization, InstalledClient, KeyHolder } from './credential-store.ts';

/** Entries of each kind, about a kilobyte each. */
const CAPACITY = 10_000;

/** Valid credentials, by digest. */
export class CredentialCache {
  readonly apiKeys = new TtlCache<KeyHolder>({ capacity: CAPACITY });
  readonly tokens = new TtlCache<VerifiedToken>({ capacity: CAPACITY });
  readonly organizations = new TtlCache<CredentialOrganization>({ capacity: CAPACITY });
  readonly installations = new TtlCache<InstalledClient>({ capacity: CAPACITY });

  /** A digest: no credential is kept. */
  keyOf(credential: string): string {
    return hash('sha256', credential, 'base64url');
  }

  /** Clears what a write can change. Verified claims change with the published keys alone. */
  clear(): void {
    this.apiKeys.clear();
    this.organizations.clear();
    this.installations.clear();
  }
}

/** The claims of a token whose signature, issuer, audience and type are right. */
export type VerifiedToken = {
  id: string;
  grantId: string;
  /** When the grant was created, in milliseconds by the clock of the OAuth service's database. */
  grantedAt: number;
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
  /** The thumbprint of the key that the token is bound to. */
  thumbprint: string | undefined;
};
