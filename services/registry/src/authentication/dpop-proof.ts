import { createHash } from 'node:crypto';
import { dpopAlgorithms } from '@app-platform/contracts';
import type { Clock } from '@app-platform/runtime';
import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose';
import type { ProofUse, UsedProofs } from './used-proofs.ts';

/** How old a proof may be. */
const LIFETIME_SECONDS = 60;
/** How far its maker's clock may be behind or ahead. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** The request that a proof has to be of. */
export type ProvenRequest = { method: string; url: string; accessToken: string; proof: string };

/** Checks proofs of possession (RFC 9449 section 4.3), each of them usable once. */
export class DpopProofs {
  readonly #clock: Clock;
  readonly #used: UsedProofs;

  constructor(clock: Clock, used: UsedProofs) {
    this.#clock = clock;
    this.#used = used;
  }

  /**
   * @param thumbprint of the key that the access token is bound to
   * @throws Error where the proof is not of this request or of that key
   */
  async verify(
    thumbprint: string,
    { method, url, accessToken, proof }: ProvenRequest,
  ): Promise<ProofUse> {
    const { payload, protectedHeader } = await jwtVerify<JWTPayload & Record<string, unknown>>(
      proof,
      EmbeddedJWK,
      {
        typ: 'dpop+jwt',
        algorithms: [...dpopAlgorithms],
        maxTokenAge: LIFETIME_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: this.#clock(),
      },
    );
    const { jwk } = protectedHeader;
    const { jti, iat = 0 } = payload;
    const ath = createHash('sha256').update(accessToken).digest('base64url');
    const isRight =
      jwk !== undefined &&
      (await calculateJwkThumbprint(jwk)) === thumbprint &&
      payload.htm === method &&
      payload.htu === url &&
      payload.ath === ath &&
      typeof jti === 'string' &&
      jti.length <= 256;
    if (!isRight) throw new Error('the proof is not of this request');
    // By its own time: a proof from a clock that is ahead is accepted for longer than others.
    const lastAcceptedAt = iat + LIFETIME_SECONDS + CLOCK_TOLERANCE_SECONDS;
    return this.#used.use(`${thumbprint} ${jti}`, (lastAcceptedAt + 1) * 1000);
  }
}
