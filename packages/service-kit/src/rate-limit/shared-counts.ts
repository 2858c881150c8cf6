import type { IncrementResponse, Options, Store } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import type { RedisConnection } from '../redis/redis-connection.ts';
import { CountsInMemory } from './counts-in-memory.ts';

/**
 * Counts that replicas share in Redis. With Redis away each counts alone: neither an open door nor
 * a closed one.
 */
export class SharedCounts implements Store {
  readonly #shared: RedisStore;
  readonly #alone = new CountsInMemory();
  #options: Options | undefined;

  constructor(redis: RedisConnection, prefix: string) {
    this.#shared = new RedisStore({
      prefix,
      sendCommandCluster: ({ key, command }) => redis.send(key, command),
    });
  }

  init(options: Options): void {
    this.#alone.init(options);
    this.#options = options;
  }

  async increment(key: string): Promise<IncrementResponse> {
    try {
      await this.#prepare();
      return await this.#shared.increment(key);
    } catch {
      // The connection itself tells of its losses.
      return this.#alone.increment(key);
    }
  }

  async decrement(key: string): Promise<void> {
    await this.#shared.decrement(key).catch(() => this.#alone.decrement(key));
  }

  async resetKey(key: string): Promise<void> {
    this.#alone.resetKey(key);
    await this.#shared.resetKey(key);
  }

  /** The library loads its scripts once; where Redis was away then, it would never come back. */
  async #prepare(): Promise<void> {
    const options = this.#options;
    if (!options) return;
    await this.#shared.init(options);
    this.#options = undefined;
  }
}
