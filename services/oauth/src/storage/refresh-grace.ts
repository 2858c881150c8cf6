import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const MOST_ISSUED = 1_000;

/** Parallel refreshes of one client come over more than a minute (decision 0070). */
export const DEFAULT_GRACE_SECONDS = 120;

/** A refresh token and the id of its grant, which no client ever sees. */
export type RotatedToken = { id: string; grantId: string };

/**
 * Derives a refresh token's successor from the token, so that a retry gets the same successor: a lost
 * answer logs nobody out, and a stolen token is detected at the owner's next refresh. The grant's id
 * is part of it, so that a stolen key and a stolen token are not enough (decision 0070).
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

  successorOf(rotated: RotatedToken): string {
    return this.#issued.get(rotated.id) ?? derive(this.#key, boundToGrant(rotated));
  }

  /** Every successor that a replica may have issued, one of the release before included. */
  possibleSuccessorsOf(rotated: RotatedToken): string[] {
    const keys = [this.#key, ...this.#otherKeys];
    return [boundToGrant(rotated), rotated.id].flatMap((text) =>
      keys.map((key) => derive(key, text)),
    );
  }

  /** Remembers which of them was issued. */
  noteIssued(rotated: RotatedToken, successor: string): void {
    if (this.successorOf(rotated) === successor) return;
    if (this.#issued.size >= MOST_ISSUED) this.#issued.clear();
    this.#issued.set(rotated.id, successor);
  }

  isYoung(consumedAt: Date, now: Date): boolean {
    return now.getTime() - consumedAt.getTime() < this.#graceSeconds * 1000;
  }
}

function boundToGrant({ id, grantId }: RotatedToken): string {
  return `${grantId} ${id}`;
}

function derive(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
