import { hash } from 'node:crypto';
import { changeKeys } from '@app-platform/contracts';
import type { ChangeCache, Dependent, KindOfEntry } from '@app-platform/runtime/changes';
import type { CredentialOrganization, InstalledClient, KeyHolder } from './credential-store.ts';

/** No key of the feed: the OAuth service publishes the keys that verify tokens. */
const PUBLISHED_KEYS = 'published keys';

/** Valid credentials, by digest, until something changes on which they depend. */
export class CredentialCache {
  readonly apiKeys: KindOfEntry<KeyHolder>;
  readonly tokens: KindOfEntry<VerifiedToken>;
  readonly organizations: KindOfEntry<CredentialOrganization>;
  readonly installations: KindOfEntry<InstalledClient>;
  readonly #cache: ChangeCache;

  constructor(cache: ChangeCache) {
    this.#cache = cache;
    this.apiKeys = cache.of('api_key');
    this.tokens = cache.of('access_token');
    this.organizations = cache.of('organization');
    this.installations = cache.of('installation');
  }

  /** A digest: no credential is kept. */
  keyOf(credential: string): string {
    return hash('sha256', credential, 'base64url');
  }

  /** Invalidates what was verified by keys that may be published no more. */
  invalidateTokens(): void {
    this.#cache.invalidate([PUBLISHED_KEYS]);
  }
}

const { organization, apiKeysOf, installationsOf, app } = changeKeys;

/** What a credential was made of. */
export const dependent = {
  apiKey: (holder: KeyHolder | undefined) =>
    holder && on(holder, organization(holder.organizationId), apiKeysOf(holder.organizationId)),
  token: (verified: VerifiedToken) => on(verified, PUBLISHED_KEYS),
  organization: (found: CredentialOrganization | undefined) =>
    found && on(found, organization(found.organizationId)),
  installation: (found: InstalledClient | undefined) => {
    if (!found) return undefined;
    const { organizationId, ownerId } = found;
    const organizations = [organization(organizationId), organization(ownerId)];
    return on(found, ...organizations, installationsOf(organizationId), app(found.app));
  },
};

function on<Value extends object>(value: Value, ...dependsOn: string[]): Dependent<Value> {
  return { value, dependsOn };
}

/** The claims of a token whose signature, issuer, audience and type are right. */
export type VerifiedToken = {
  id: string;
  /** The resource that it is for. */
  audience: string;
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
