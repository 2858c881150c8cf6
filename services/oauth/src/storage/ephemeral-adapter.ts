import { createHash } from 'node:crypto';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { EphemeralStore } from './ephemeral-store.ts';

/** oidc-provider's adapter for what may be lost. Keys are digests: an id is a credential. */
export class EphemeralAdapter implements Adapter {
  readonly #kind: string;
  readonly #store: EphemeralStore;

  constructor(kind: string, store: EphemeralStore) {
    this.#kind = kind;
    this.#store = store;
  }

  async upsert(id: string, payload: AdapterPayload, expiresInSeconds: number): Promise<void> {
    const { jti: _credential, ...rest } = payload;
    await this.#store.set(this.#key('id', id), JSON.stringify(rest), expiresInSeconds);
    if (payload.uid) await this.#store.set(this.#key('uid', payload.uid), id, expiresInSeconds);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const text = await this.#store.get(this.#key('id', id));
    return text === undefined ? undefined : { ...JSON.parse(text), jti: id };
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const id = await this.#store.get(this.#key('uid', uid));
    return id === undefined ? undefined : this.find(id);
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const payload = await this.find(id);
    if (!payload?.exp) return;
    const now = Math.floor(Date.now() / 1000);
    await this.upsert(id, { ...payload, consumed: now }, payload.exp - now);
  }

  async destroy(id: string): Promise<void> {
    const payload = await this.find(id);
    await this.#store.delete(this.#key('id', id));
    if (payload?.uid) await this.#store.delete(this.#key('uid', payload.uid));
  }

  async revokeByGrantId(): Promise<void> {
    // None of the ephemeral kinds belongs to a grant.
  }

  #key(index: 'id' | 'uid', value: string): string {
    const digest = createHash('sha256').update(value).digest('base64url');
    return `${this.#kind}:${index}:${digest}`;
  }
}
