import type { Options } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import type { RedisConnection } from '../redis/redis-connection.ts';
import { type Count, type Counts, CountsInMemory } from './counts-in-memory.ts';

/**
 * Counts that replicas share in Redis. With Redis away each counts alone: neither an open door nor
 * a closed one.
 */
export class SharedCounts implements Counts {
  readonly #shared: RedisStore;
  readonly #alone: CountsInMemory;
  readonly #windowMilliseconds: number;
  #prepared = false;

  constructor(redis: RedisConnection, prefix: string, windowMilliseconds: number) {
    this.#shared = new RedisStore({
      prefix,
      sendCommandCluster: ({ key, command }) => redis.send(key, command),
    });
    this.#alone = new CountsInMemory(windowMilliseconds);
    this.#windowMilliseconds = windowMilliseconds;
  }

  async increment(key: string): Promise<Count> {
    try {
      await this.#prepare();
      const { totalHits, resetTime } = await this.#shared.increment(key);
      const resetAt = resetTime?.getTime() ?? Date.now() + this.#windowMilliseconds;
      return { hits: totalHits, resetAt };
    } catch {
      // The connection itself tells of its losses.
      return this.#alone.increment(key);
    }
  }

  async decrement(key: string): Promise<void> {
    await this.#shared.decrement(key).catch(() => this.#alone.decrement(key));
  }

  /** The library loads its scripts once; where Redis was away then, it would never come back. */
  async #prepare(): Promise<void> {
    if (this.#prepared) return;
    // Of the options, which are another library's, it reads this one.
    await this.#shared.init({ windowMs: this.#windowMilliseconds } as Options);
    this.#prepared = true;
  }
}
