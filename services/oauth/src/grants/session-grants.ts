import { createHash } from 'node:crypto';
import type { EphemeralStore } from '../storage/ephemeral-store.ts';
import type { AccessStore } from './access-store.ts';

/** A browser session of an account. The `uid` stays when the session's cookie changes. */
export type BrowserSession = { accountId: string; uid: string };

/**
 * The grants that first-party clients got with a browser session: they end when it is signed out.
 * A request that is under way may still store a grant or the session, so that ended sessions are
 * remembered, first of all. A reader that stores first and looks then misses none.
 */
export class SessionGrants {
  readonly #access: AccessStore;
  readonly #ephemeral: EphemeralStore;
  readonly #sessionSeconds: number;

  /** @param sessionSeconds how long a session lives */
  constructor(access: AccessStore, ephemeral: EphemeralStore, sessionSeconds: number) {
    this.#access = access;
    this.#ephemeral = ephemeral;
    this.#sessionSeconds = sessionSeconds;
  }

  async end({ accountId, uid }: BrowserSession): Promise<void> {
    await this.#ephemeral.set(keyOf(uid), 'ended', this.#sessionSeconds);
    await this.#access.revokeFirstParty(accountId, uid);
  }

  async hasEnded(uid: string): Promise<boolean> {
    return (await this.#ephemeral.get(keyOf(uid))) !== undefined;
  }
}

function keyOf(uid: string): string {
  return `ended-session:${createHash('sha256').update(uid).digest('base64url')}`;
}
