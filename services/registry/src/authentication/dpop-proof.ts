import { createHash, hash } from 'node:crypto';
import { dpopAlgorithms } from '@app-platform/contracts';
import type { Clock } from '@app-platform/runtime';
import type { RedisConnection } from '@app-platform/runtime/redis';
import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose';

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

const MOST_REMEMBERED = 100_000;
const PREFIX = 'app-platform:registry:dpop-proof:';

/** The outcome of using a proof. `full` where no more of them can be remembered. */
export type ProofUse = 'first' | 'repeated' | 'full';

/**
 * Remembers proofs until they can no longer be accepted: in this process, and in Redis for all
 * replicas. While Redis is down each process knows its own alone (decision 0071).
 */
export class UsedProofs {
  readonly #clock: Clock;
  readonly #redis: RedisConnection | undefined;
  readonly #capacity: number;
  /** When each can no longer be accepted, in milliseconds. */
  readonly #remembered = new Map<string, number>();

  constructor(clock: Clock, redis?: RedisConnection, capacity = MOST_REMEMBERED) {
    this.#clock = clock;
    this.#redis = redis;
    this.#capacity = capacity;
  }

  /** @param until in milliseconds, when the proof can no longer be accepted */
  async use(proof: string, until: number): Promise<ProofUse> {
    const key = hash('sha256', proof, 'base64url');
    const now = this.#clock().getTime();
    if ((this.#remembered.get(key) ?? 0) > now) return 'repeated';
    this.#forgetOld(now);
    if (this.#remembered.size >= this.#capacity) return 'full';
    this.#remembered.set(key, until);
    return (await this.#addToRedis(key, until - now)) ? 'first' : 'repeated';
  }

  /** Proofs arrive in about the order in which they end, so the first ones are enough. */
  #forgetOld(now: number): void {
    for (const [key, until] of this.#remembered) {
      if (until > now) break;
      this.#remembered.delete(key);
    }
  }

  /** @returns false for a proof that another replica has accepted */
  async #addToRedis(key: string, milliseconds: number): Promise<boolean> {
    if (!this.#redis) return true;
    const named = PREFIX + key;
    const command = ['SET', named, '', 'PX', String(Math.max(1, Math.ceil(milliseconds))), 'NX'];
    try {
      return (await this.#redis.send<string | null>(named, command)) !== null;
    } catch {
      // The connection logs its errors itself.
      return true;
    }
  }
}
