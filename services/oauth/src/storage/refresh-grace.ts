import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const MOST_ISSUED = 1_000;

/**
 * Derives a refresh token's successor from the token, so that a retry gets the same successor: a lost
 * answer logs nobody out, and a stolen token is detected at the owner's next refresh.
 */
export class RefreshGrace {
  readonly #key: KeyObject;
  readonly #otherKeys: readonly KeyObject[];
  readonly #graceSeconds: number;
  /** Successors that a replica with another key has issued; a retry must get the same one. */
  readonly #issued = new Map<string, string>();

  /** @param otherKeys of other replicas, while the key changes */
  constructor([key, ...otherKeys]: readonly [Uint8Array, ...Uint8Array[]], graceSeconds: number) {
    // Creating a KeyObject from bytes costs six times as much as the HMAC.
    this.#key = createSecretKey(key);
    this.#otherKeys = otherKeys.map((other) => createSecretKey(other));
    this.#graceSeconds = graceSeconds;
  }

  successorOf(refreshToken: string): string {
    return this.#issued.get(refreshToken) ?? derive(this.#key, refreshToken);
  }

  /** Every successor that a replica may have issued. */
  possibleSuccessorsOf(refreshToken: string): string[] {
    return [this.#key, ...this.#otherKeys].map((key) => derive(key, refreshToken));
  }

  /** Remembers which of them was issued. */
  noteIssued(refreshToken: string, successor: string): void {
    if (this.successorOf(refreshToken) === successor) return;
    if (this.#issued.size >= MOST_ISSUED) this.#issued.clear();
    this.#issued.set(refreshToken, successor);
  }

  isYoung(consumedAt: Date, now: Date): boolean {
    return now.getTime() - consumedAt.getTime() < this.#graceSeconds * 1000;
  }
}

function derive(key: KeyObject, refreshToken: string): string {
  return createHmac('sha256', key).update(refreshToken).digest('base64url');
}
