import type { AdapterPayload } from 'oidc-provider';
import { EphemeralAdapter } from './ephemeral-adapter.ts';
import type { EphemeralStore } from './ephemeral-store.ts';

/** Whether the browser session of an account, of that version, may still be used. */
export type IsSession = (accountId: string, version: number | undefined) => Promise<boolean>;

/**
 * oidc-provider's adapter for browser sessions. A request that was under way may save a session again
 * after all sessions of the user have ended, so that each is checked when it is found.
 */
export class SessionAdapter extends EphemeralAdapter {
  readonly #isSession: IsSession;

  constructor(store: EphemeralStore, isSession: IsSession) {
    super('Session', store);
    this.#isSession = isSession;
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
