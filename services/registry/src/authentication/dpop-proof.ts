import { createHash } from 'node:crypto';
import type { Clock } from '@app-platform/runtime';
import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose';

/** How old a proof may be, and how far its maker's clock may be ahead. */
const LIFETIME_SECONDS = 60;
const MOST_REMEMBERED = 100_000;

/** The request that a proof has to be of. */
export type ProvenRequest = { method: string; url: string; accessToken: string; proof: string };

/** Checks proofs of possession (RFC 9449 section 4.3), each of them usable once. */
export class DpopProofs {
  readonly #clock: Clock;
  readonly #used = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param thumbprint of the key that the access token is bound to
   * @throws Error where the proof is not of this request, of that key, or was used before
   */
  async verify(thumbprint: string, { method, url, accessToken, proof }: ProvenRequest) {
    const { payload, protectedHeader } = await jwtVerify<JWTPayload & Record<string, unknown>>(
      proof,
      EmbeddedJWK,
      {
        typ: 'dpop+jwt',
        algorithms: ['ES256', 'EdDSA', 'PS256'],
        maxTokenAge: LIFETIME_SECONDS,
        clockTolerance: LIFETIME_SECONDS,
        currentDate: this.#clock(),
      },
    );
    const { jwk } = protectedHeader;
    const ath = createHash('sha256').update(accessToken).digest('base64url');
    const isRight =
      jwk !== undefined &&
      (await calculateJwkThumbprint(jwk)) === thumbprint &&
      payload.htm === method &&
      payload.htu === url &&
      payload.ath === ath &&
      typeof payload.jti === 'string' &&
      payload.jti.length <= 256;
    if (!isRight) throw new Error('the proof is not of this request');
    this.#useOnce(`${thumbprint} ${payload.jti}`);
  }

  #useOnce(proof: string): void {
    const now = this.#clock().getTime();
    for (const [earlier, expiresAt] of this.#used) {
      if (expiresAt > now && this.#used.size < MOST_REMEMBERED) break;
      this.#used.delete(earlier);
    }
    if (this.#used.has(proof)) throw new Error('the proof was used before');
    this.#used.set(proof, now + 2 * LIFETIME_SECONDS * 1000);
  }
}
