import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { DEFAULT_CELL } from '@app-platform/runtime';
import { type ChainToken, readChainToken, writeChainToken } from '../database/chain-token.ts';

const MOST_ISSUED = 1_000;

/** How oidc-provider calls the way by which a refreshed token was granted. */
export const REFRESHED = 'authorization_code refresh_token';

/** Parallel refreshes of one client come over more than a minute (decision 0070). */
export const DEFAULT_GRACE_SECONDS = 120;

/** A refresh token and the id of its grant, which no client ever sees. */
export type RotatedToken = { id: string; grantId: string };

/** A place in a chain. */
type Place = Omit<ChainToken, 'secret'>;

/**
 * Makes refresh tokens. Each one's secret is derived from its place in its chain, so that a retry gets the
 * same successor: a lost answer logs nobody out, and a stolen token is detected at the owner's next
 * refresh. The grant's id is part of it, so that a stolen key and a stolen token are not enough
 * (decision 0070).
 */
export class RefreshTokens {
  readonly #key: KeyObject;
  readonly #keys: readonly KeyObject[];
  readonly #graceSeconds: number;
  readonly #cell: string;
  /** Successors that a replica with another key has issued; a retry must get the same one. */
  readonly #issued = new Map<string, string>();

  /**
   * @param otherKeys of other replicas, while the key changes
   * @param cell what new tokens name
   */
  constructor(
    [key, ...otherKeys]: readonly [Uint8Array, ...Uint8Array[]],
    graceSeconds: number,
    cell: string = DEFAULT_CELL,
  ) {
    // Creating a KeyObject from bytes costs six times as much as the HMAC.
    this.#key = createSecretKey(key);
    this.#keys = [this.#key, ...otherKeys.map((other) => createSecretKey(other))];
    this.#graceSeconds = graceSeconds;
    this.#cell = cell;
  }

  /** The first token of a new chain. */
  first(grantId: string): string {
    const chain = randomBytes(32).toString('base64url');
    return this.#tokenBy(this.#key, { chain, generation: 0 }, grantId);
  }

  successorOf(rotated: RotatedToken): string {
    return this.#issued.get(rotated.id) ?? this.#successorBy(this.#key, rotated);
  }

  /** Every successor that a replica may have issued. */
  possibleSuccessorsOf(rotated: RotatedToken): string[] {
    return this.#keys.map((key) => this.#successorBy(key, rotated));
  }

  /** Remembers which of them was issued. */
  noteIssued(rotated: RotatedToken, successor: string): void {
    if (this.successorOf(rotated) === successor) return;
    if (this.#issued.size >= MOST_ISSUED) this.#issued.clear();
    this.#issued.set(rotated.id, successor);
  }

  /** Whether a token that was used then may be used again. */
  isWithinGrace(usedAt: Date, now: Date): boolean {
    return now.getTime() - usedAt.getTime() < this.#graceSeconds * 1000;
  }

  /** A token of the release before begins a chain. */
  #successorBy(key: KeyObject, { id, grantId }: RotatedToken): string {
    const { chain, generation } = readChainToken(id) ?? {
      chain: derive(key, `${grantId} ${id}`),
      generation: -1,
    };
    return this.#tokenBy(key, { chain, generation: generation + 1 }, grantId);
  }

  #tokenBy(key: KeyObject, { chain, generation }: Place, grantId: string): string {
    const secret = derive(key, `${grantId} ${chain} ${generation}`);
    return writeChainToken({ chain, generation, secret }, this.#cell);
  }
}

function derive(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
