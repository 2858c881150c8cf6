import { timingSafeEqual } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import { readChainToken } from '../database/chain-token.ts';
import { chainTokenDigest } from '../database/record-digest.ts';
import type { StoredRecord } from '../storage/provider-record-store.ts';
import { REFRESHED, type RefreshTokens, type RotatedToken } from '../storage/refresh-tokens.ts';
import { consumed, DurableAdapter, type DurableAdapterOptions } from './adapter.ts';

export type RefreshTokenAdapterOptions = DurableAdapterOptions & {
  refreshTokens: RefreshTokens;
  /** Called when a refresh token is accepted a second time. */
  noteRetry(): void;
};

/**
 * oidc-provider's adapter for refresh tokens. A chain of them has one record, which each refresh
 * updates (decision 0070). A token of the release before has a record of its own, and its successor
 * begins a chain.
 */
export class RefreshTokenAdapter extends DurableAdapter {
  readonly #options: RefreshTokenAdapterOptions;

  constructor(options: RefreshTokenAdapterOptions) {
    super('RefreshToken', options);
    this.#options = options;
  }

  override async upsert(id: string, payload: AdapterPayload, ttl: number): Promise<void> {
    const { transactions, clock } = this.#options;
    const generation = readChainToken(id)?.generation;
    if (generation) await transactions.stores.records.rotate(id, generation, clock());
    else await super.upsert(id, payload, ttl);
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const { transactions, clock } = this.#options;
    await transactions.begin();
    const record = await transactions.stores.records.findForUpdate('RefreshToken', id);
    if (!record || record.expiresAt <= clock()) return undefined;
    return record.generation === null
      ? this.#findWithoutChain(id, record)
      : this.#findInChain(id, record, record.generation);
  }

  override async consume(id: string): Promise<void> {
    // The successor takes the place of a token of a chain.
    if (!readChainToken(id)) await super.consume(id);
  }

  /** A token that is older than the one before the newest is a reuse, however old it is. */
  #findInChain(id: string, record: StoredRecord, generation: number): AdapterPayload | undefined {
    const token = readChainToken(id);
    if (!token) return undefined;
    const payload = chainPayload(record, generation);
    // A replica of the release before takes the chain's id for a token of its own form.
    if (record.consumedAt) return consumed(payload, record.consumedAt);
    if (isToken(id, record.tokenDigest)) return payload;
    if (token.generation >= generation) return undefined;
    return this.#mayRetry(id, record) ? payload : consumed(payload, record.refreshedAt);
  }

  /** Whether the client may have lost the last response: its successor, the newest token, is unused. */
  #mayRetry(
    id: string,
    { payload, refreshedAt, tokenDigest, previousDigest }: StoredRecord,
  ): boolean {
    const { refreshTokens, clock } = this.#options;
    if (!isToken(id, previousDigest)) return false;
    if (!refreshedAt || !refreshTokens.isWithinGrace(refreshedAt, clock())) return false;
    const rotated = { id, grantId: payload.grantId ?? '' };
    const possible = refreshTokens.possibleSuccessorsOf(rotated);
    const newest = possible.find((successor) => isToken(successor, tokenDigest));
    return newest !== undefined && this.#noteRetry(rotated, newest);
  }

  async #findWithoutChain(
    id: string,
    { payload, consumedAt }: StoredRecord,
  ): Promise<AdapterPayload | undefined> {
    if (readChainToken(id)) return undefined;
    const { refreshTokens, clock } = this.#options;
    if (consumedAt && refreshTokens.isWithinGrace(consumedAt, clock())) {
      const rotated = { id, grantId: payload.grantId ?? '' };
      const successor = await this.#unusedSuccessorOf(rotated);
      if (successor !== undefined && this.#noteRetry(rotated, successor)) return payload;
    }
    return consumed(payload, consumedAt);
  }

  async #unusedSuccessorOf(rotated: RotatedToken): Promise<string | undefined> {
    const { records } = this.#options.transactions.stores;
    for (const successor of this.#options.refreshTokens.possibleSuccessorsOf(rotated)) {
      const found = await records.findForUpdate('RefreshToken', successor);
      if (!found) continue;
      if (isToken(successor, found.tokenDigest)) return successor;
      // The release before issued it, without a chain.
      const isUnused = found.generation === null && found.consumedAt === null;
      return isUnused ? readChainToken(successor)?.chain : undefined;
    }
    return undefined;
  }

  #noteRetry(rotated: RotatedToken, successor: string): true {
    this.#options.refreshTokens.noteIssued(rotated, successor);
    this.#options.noteRetry();
    return true;
  }
}

function isToken(id: string, known: Uint8Array | null): boolean {
  const digest = chainTokenDigest(id);
  return digest !== null && known !== null && timingSafeEqual(digest, known);
}

/** The record keeps what its first token had. */
function chainPayload({ payload, refreshedAt }: StoredRecord, generation: number): AdapterPayload {
  if (generation === 0 || !refreshedAt) return payload;
  return {
    ...payload,
    iat: Math.floor(refreshedAt.getTime() / 1000),
    gty: REFRESHED,
    rotations: Number(payload.rotations ?? 0) + generation,
  };
}
