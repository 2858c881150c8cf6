import { hash } from 'node:crypto';
import { TtlCache } from '../cache/ttl-cache.ts';
import type { CredentialOrganization, InstalledClient, KeyHolder } from './credential-store.ts';
import type { VerifiedToken } from './verified-token.ts';

/** Of each kind, about a kilobyte each. */
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
