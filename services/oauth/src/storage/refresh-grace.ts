import { createHmac } from 'node:crypto';

/**
 * A refresh token's successor is derived from it, so that a retry of the token before gets the
 * same successor: a lost answer logs nobody out, and a thief who uses a token gains nothing that
 * its owner's next refresh does not reveal.
 */
export class RefreshGrace {
  readonly #key: Uint8Array;
  readonly #graceSeconds: number;

  constructor(key: Uint8Array, graceSeconds: number) {
    this.#key = key;
    this.#graceSeconds = graceSeconds;
  }

  successorOf(refreshToken: string): string {
    return createHmac('sha256', this.#key).update(refreshToken).digest('base64url');
  }

  isYoung(consumedAt: Date, now: Date): boolean {
    return now.getTime() - consumedAt.getTime() < this.#graceSeconds * 1000;
  }
}
