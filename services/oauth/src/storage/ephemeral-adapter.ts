import { createHash } from 'node:crypto';
import type { Clock } from '@app-platform/runtime';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { EphemeralStore } from './ephemeral-store.ts';

/**
 * oidc-provider's adapter for records that may be lost. An id is a credential: keys are digests, and
 * payloads hold no id.
 */
export class EphemeralAdapter implements Adapter {
  readonly #kind: string;
  readonly #store: EphemeralStore;
  readonly #clock: Clock;

  constructor(kind: string, store: EphemeralStore, clock: Clock = () => new Date()) {
    this.#kind = kind;
    this.#store = store;
    this.#clock = clock;
  }

  async upsert(id: string, payload: AdapterPayload, expiresInSeconds: number): Promise<void> {
    const text = JSON.stringify(withoutCredentials(payload));
    const key = this.#keyOf(id);
    await this.#store.set(key, text, expiresInSeconds);
    if (payload.uid) await this.#store.set(this.#uidKeyOf(payload.uid), key, expiresInSeconds);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const payload = await this.#read(this.#keyOf(id));
    return payload && { ...payload, jti: id };
  }

  /**
   * Without the id, which is not stored: callers only check that a session exists, and of which
   * account.
   */
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const key = await this.#store.get(this.#uidKeyOf(uid));
    return key === undefined ? undefined : this.#read(key);
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const payload = await this.find(id);
    if (!payload?.exp) return;
    const now = Math.floor(this.#clock().getTime() / 1000);
    await this.upsert(id, { ...payload, consumed: now }, payload.exp - now);
  }

  async destroy(id: string): Promise<void> {
    const payload = await this.find(id);
    await this.#store.delete(this.#keyOf(id));
    if (payload?.uid) await this.#store.delete(this.#uidKeyOf(payload.uid));
  }

  async revokeByGrantId(): Promise<void> {
    // None of the ephemeral kinds belongs to a grant.
  }

  async #read(key: string): Promise<AdapterPayload | undefined> {
    const text = await this.#store.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  #keyOf(id: string): string {
    return `${this.#kind}:id:${digestOf(id)}`;
  }

  #uidKeyOf(uid: string): string {
    return `${this.#kind}:uid:${digestOf(uid)}`;
  }
}

function digestOf(value: string): string {
  return createHash('sha256').update(value).digest('base64url');
}

/** oidc-provider does not read an interaction's copy of the session cookie. */
function withoutCredentials({ jti: _id, session, ...rest }: AdapterPayload): AdapterPayload {
  if (!session) return rest;
  const { cookie: _cookie, ...others } = session as { cookie?: string };
  return { ...rest, session: others as typeof session };
}
