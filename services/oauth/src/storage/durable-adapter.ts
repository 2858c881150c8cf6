import type { Clock } from '@app-platform/service-kit';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { DurableKind, ProviderRecordStore } from './provider-record-store.ts';
import type { RefreshGrace } from './refresh-grace.ts';

export type DurableAdapterOptions = {
  records: ProviderRecordStore;
  grace: RefreshGrace;
  clock: Clock;
  /** Told of a refresh token that is sent again, and served again. */
  noteRetry(): void;
  /** Ends a grant with all that was issued on it. */
  revokeGrant(grantId: string): Promise<unknown>;
};

/** oidc-provider's adapter for what may not be lost. */
export class DurableAdapter implements Adapter {
  readonly #kind: DurableKind;
  readonly #records: ProviderRecordStore;
  readonly #grace: RefreshGrace;
  readonly #clock: Clock;
  readonly #noteRetry: () => void;
  readonly #revokeGrant: DurableAdapterOptions['revokeGrant'];

  constructor(kind: DurableKind, options: DurableAdapterOptions) {
    const { records, grace, clock, noteRetry, revokeGrant } = options;
    this.#kind = kind;
    this.#records = records;
    this.#grace = grace;
    this.#clock = clock;
    this.#noteRetry = noteRetry;
    this.#revokeGrant = revokeGrant;
  }

  async upsert(id: string, payload: AdapterPayload, expiresInSeconds: number): Promise<void> {
    const expiresAt = new Date(this.#clock().getTime() + expiresInSeconds * 1000);
    // The successor of a refresh token has an id of its own making: a retry must not renew it.
    const insertOnly = this.#kind === 'RefreshToken';
    await this.#records.put(this.#kind, id, payload, expiresAt, insertOnly);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const isSingleUse = this.#kind !== 'Grant';
    const found = await this.#records.find(this.#kind, id, isSingleUse);
    // Sooner or later the sweeper takes it; nobody is to notice when.
    if (!found || found.expiresAt <= this.#clock()) return undefined;
    const { payload, consumedAt } = found;
    if (!consumedAt) return payload;
    if (await this.#mayRetry(id, consumedAt)) {
      this.#noteRetry();
      return payload;
    }
    return { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) };
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

  /** A lost answer: the token before is sent again, and nobody has used its successor. */
  async #mayRetry(id: string, consumedAt: Date): Promise<boolean> {
    if (this.#kind !== 'RefreshToken') return false;
    if (!this.#grace.isYoung(consumedAt, this.#clock())) return false;
    for (const successor of this.#grace.possibleSuccessorsOf(id)) {
      const found = await this.#records.find('RefreshToken', successor, true);
      if (!found) continue;
      this.#grace.noteIssued(id, successor);
      return found.consumedAt === null;
    }
    return false;
  }
}
