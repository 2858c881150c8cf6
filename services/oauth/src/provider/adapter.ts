import { createHash } from 'node:crypto';
import type { Clock } from '@app-platform/runtime';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { EphemeralStore } from '../storage/ephemeral-store.ts';
import type { DurableKind, RecordStores } from '../storage/provider-record-store.ts';

/** The transaction of the current request, which begins when a code or refresh token is found. */
export type RecordTransactions = { readonly stores: RecordStores; begin(): Promise<void> };

export type DurableAdapterOptions = {
  transactions: RecordTransactions;
  clock: Clock;
  /** Revokes a grant with its codes and tokens. */
  revokeGrant(grantId: string): Promise<unknown>;
};

/** oidc-provider's adapter for codes and grants, which must not be lost. */
export class DurableAdapter implements Adapter {
  readonly #kind: DurableKind;
  readonly #transactions: RecordTransactions;
  readonly #clock: Clock;
  readonly #revokeGrant: DurableAdapterOptions['revokeGrant'];

  constructor(kind: DurableKind, options: DurableAdapterOptions) {
    const { transactions, clock, revokeGrant } = options;
    this.#kind = kind;
    this.#transactions = transactions;
    this.#clock = clock;
    this.#revokeGrant = revokeGrant;
  }

  get #records() {
    return this.#transactions.stores.records;
  }

  async upsert(id: string, payload: AdapterPayload, expiresInSeconds: number): Promise<void> {
    const expiresAt = new Date(this.#clock().getTime() + expiresInSeconds * 1000);
    if (this.#kind === 'Grant') {
      if (await this.#records.putGrant(id, payload, expiresAt)) return;
      throw new errors.AccessDenied('the account or its session may no longer be used');
    }
    await this.#records.put(this.#kind, id, payload, expiresAt);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (this.#kind !== 'Grant') await this.#transactions.begin();
    const found =
      this.#kind === 'Grant'
        ? await this.#records.findGrant(id)
        : await this.#records.findForUpdate(this.#kind, id);
    // The sweeper deletes it later, at no particular time.
    if (!found || found.expiresAt <= this.#clock()) return undefined;
    return consumed(found.payload, found.consumedAt);
  }

  async consume(id: string): Promise<void> {
    await this.#records.consume(this.#kind, id, this.#clock());
  }

  async destroy(id: string): Promise<void> {
    if (this.#kind === 'Grant') await this.#revokeGrant(id);
    else await this.#records.remove(this.#kind, id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#revokeGrant(grantId);
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
}

/** As oidc-provider knows a record that was used. */
export function consumed(payload: AdapterPayload, at: Date | null): AdapterPayload {
  return at ? { ...payload, consumed: Math.floor(at.getTime() / 1000) } : payload;
}

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
