import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const MOST_REMEMBERED = 1_000;

/**
 * A refresh token's successor is derived from it, so that a retry of the token before gets the
 * same successor: a lost answer logs nobody out, and a thief who uses a token gains nothing that
 * its owner's next refresh does not reveal.
 */
export class RefreshGrace {
  readonly #key: KeyObject;
  readonly #otherKeys: readonly KeyObject[];
  readonly #graceSeconds: number;
  /** Of tokens that are retried; what a replica with another key has issued does not change. */
  readonly #issued = new Map<string, string>();

  /** @param otherKeys which replicas use while the key is changed */
  constructor([key, ...otherKeys]: readonly [Uint8Array, ...Uint8Array[]], graceSeconds: number) {
    // As bytes they would be made into this anew each time, at six times the cost of the HMAC.
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

  /** Notes which of them was issued, so that a retry gets the same. */
  noteIssued(refreshToken: string, successor: string): void {
    if (this.successorOf(refreshToken) === successor) return;
    if (this.#issued.size >= MOST_REMEMBERED) this.#issued.clear();
    this.#issued.set(refreshToken, successor);
  }

  isYoung(consumedAt: Date, now: Date): boolean {
    return now.getTime() - consumedAt.getTime() < this.#graceSeconds * 1000;
  }
}

function derive(key: KeyObject, refreshToken: string): string {
  return createHmac('sha256', key).update(refreshToken).digest('base64url');
}
