import { hash } from 'node:crypto';
import type { Changes } from '../memory/changes.ts';
import { ShortMemory } from '../memory/short-memory.ts';
import type { VerifiedToken } from './access-token.ts';
import type { InstalledClient } from './credential-store.ts';
import type { Principal } from './principal.ts';

/** About a kilobyte each. */
const MOST_OF_EACH = 10_000;

/** The subject of changes that the published keys are. */
export const PUBLISHED_KEYS = 'published keys';

/** Credentials that were found to be good a moment ago. Those that were not are not remembered. */
export class CredentialMemory {
  readonly apiKeys: ShortMemory<Principal | undefined>;
  readonly tokens: ShortMemory<VerifiedToken>;
  readonly installations: ShortMemory<InstalledClient | undefined>;

  constructor(changes: Changes) {
    const bounds = { changes, capacity: MOST_OF_EACH };
    const ofOrganization = {
      ...bounds,
      subjectOf: ({ organizationId }: { organizationId: string }) => organizationId,
    };
    this.apiKeys = new ShortMemory<Principal | undefined>(ofOrganization);
    this.installations = new ShortMemory<InstalledClient | undefined>(ofOrganization);
    // What a token says does not change; whose signature counts, does.
    this.tokens = new ShortMemory({ ...bounds, subjectOf: () => PUBLISHED_KEYS });
  }

  /** A credential is held nowhere. */
  keyOf(credential: string): string {
    return hash('sha256', credential, 'base64url');
  }
}
