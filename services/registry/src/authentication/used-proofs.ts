import { hash } from 'node:crypto';
import type { Clock } from '@app-platform/runtime';
import type { RedisConnection } from '@app-platform/runtime/redis';

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
