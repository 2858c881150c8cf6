import type { Clock } from '@app-platform/runtime';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { DurableKind, ProviderRecordStore } from './provider-record-store.ts';
import type { RefreshGrace, RotatedToken } from './refresh-grace.ts';

export type DurableAdapterOptions = {
  records: ProviderRecordStore;
  grace: RefreshGrace;
  clock: Clock;
  /** Called when a refresh token is accepted a second time. */
  noteRetry(): void;
  /** Revokes a grant with its codes and tokens. */
  revokeGrant(grantId: string): Promise<unknown>;
};

/** oidc-provider's adapter for records that must not be lost. */
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
    if (this.#kind === 'Grant') {
      if (await this.#records.putGrant(id, payload, expiresAt)) return;
      throw new errors.AccessDenied('the account or its session may no longer be used');
    }
    // A retry derives the same successor, and must not renew it.
    const insertOnly = this.#kind === 'RefreshToken';
    await this.#records.put(this.#kind, id, payload, expiresAt, insertOnly);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found =
      this.#kind === 'Grant'
        ? await this.#records.find(this.#kind, id)
        : await this.#records.findForUpdate(this.#kind, id);
    // The sweeper deletes it later, at no particular time.
    if (!found || found.expiresAt <= this.#clock()) return undefined;
    const { payload, consumedAt } = found;
    if (!consumedAt) return payload;
    if (await this.#mayRetry({ id, grantId: payload.grantId ?? '' }, consumedAt)) {
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

  /** Whether the client may have lost the last answer: its successor is still unused. */
  async #mayRetry(rotated: RotatedToken, consumedAt: Date): Promise<boolean> {
    if (this.#kind !== 'RefreshToken') return false;
    if (!this.#grace.isYoung(consumedAt, this.#clock())) return false;
    for (const successor of this.#grace.possibleSuccessorsOf(rotated)) {
      const found = await this.#records.findForUpdate('RefreshToken', successor);
      if (!found) continue;
      this.#grace.noteIssued(rotated, successor);
      return found.consumedAt === null;
    }
    return false;
  }
}
