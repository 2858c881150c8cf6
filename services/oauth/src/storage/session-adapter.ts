import type { AdapterPayload } from 'oidc-provider';
import { EphemeralAdapter } from './ephemeral-adapter.ts';
import type { EphemeralStore } from './ephemeral-store.ts';

/** Whether the browser session of an account, of that version, may still be used. */
export type IsSession = (accountId: string, version: number | undefined) => Promise<boolean>;

/** Whether a browser session was signed out. */
export type HasEnded = (uid: string) => Promise<boolean>;

/**
 * oidc-provider's adapter for browser sessions. A request that was under way may save a session again
 * after all sessions of the user have ended, so that each is checked when it is found. Likewise one that
 * was signed out, which is checked when it is saved.
 */
export class SessionAdapter extends EphemeralAdapter {
  readonly #isSession: IsSession;
  readonly #hasEnded: HasEnded;

  constructor(store: EphemeralStore, isSession: IsSession, hasEnded: HasEnded) {
    super('Session', store);
    this.#isSession = isSession;
    this.#hasEnded = hasEnded;
  }

  override async upsert(id: string, payload: AdapterPayload, ttl: number): Promise<void> {
    await super.upsert(id, payload, ttl);
    if (payload.uid && (await this.#hasEnded(payload.uid))) await this.destroy(id);
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#ifCurrent(await super.find(id));
  }

  override async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#ifCurrent(await super.findByUid(uid));
  }

  async #ifCurrent(payload: AdapterPayload | undefined): Promise<AdapterPayload | undefined> {
    if (!payload?.accountId) return payload;
    const version = payload.sessionVersion as number | undefined;
    return (await this.#isSession(payload.accountId, version)) ? payload : undefined;
  }
}
