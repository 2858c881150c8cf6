import type { IncrementResponse, Options, Store } from 'express-rate-limit';
import type { RedisConnection } from '../redis/redis-connection.ts';
import { CountsInMemory } from './counts-in-memory.ts';
import { Windows } from './windows.ts';

/** Counts a block of requests; the first of them begins the window. */
const TAKE_BLOCK = `
  local hits = redis.call('INCRBY', KEYS[1], ARGV[1])
  local milliseconds = redis.call('PTTL', KEYS[1])
  if milliseconds < 0 then
    milliseconds = tonumber(ARGV[2])
    redis.call('PEXPIRE', KEYS[1], milliseconds)
  end
  return {hits, milliseconds}`;

const BLOCKS_OF_LIMIT = 20;
const LARGEST_BLOCK = 6;

/** Requests that Redis has counted already, of which some are still to come. */
type Block = { totalHits: number; unused: number; resetTime: Date };

export type SharedCountsOptions = {
  redis: RedisConnection;
  prefix: string;
  /** How many requests may pass in a window. */
  limit: number;
  windowMilliseconds: number;
};

/**
 * Counts that replicas share in Redis. A replica has a few requests counted at once and asks again
 * when they have come: no more than the limit ever pass together, and what a replica has not used
 * when the window ends, a twentieth of the limit at most, is lost.
 *
 * With Redis away each counts alone: neither an open door nor a closed one.
 */
export class SharedCounts implements Store {
  readonly #options: SharedCountsOptions;
  readonly #blockSize: number;
  readonly #alone = new CountsInMemory();
  readonly #blocks = new Windows<Block>();
  /** What Redis is being asked: whoever comes meanwhile waits for the same answer. */
  readonly #questions = new Map<string, Promise<void>>();

  constructor(options: SharedCountsOptions) {
    this.#options = options;
    const share = Math.floor(options.limit / BLOCKS_OF_LIMIT);
    this.#blockSize = Math.max(1, Math.min(share, LARGEST_BLOCK));
  }

  init(options: Options): void {
    this.#alone.init(options);
  }

  async increment(key: string): Promise<IncrementResponse> {
    try {
      let block = this.#blocks.current(key);
      while (!block || (block.unused <= 0 && block.totalHits < this.#options.limit)) {
        await (this.#questions.get(key) ?? this.#ask(key));
        block = this.#blocks.current(key);
      }
      // Less than none where the limit is used up: Redis is asked no more until the window ends.
      block.unused -= 1;
      const { totalHits, unused, resetTime } = block;
      return { totalHits: totalHits - unused, resetTime };
    } catch {
      // The connection itself tells of its losses.
      return this.#alone.increment(key);
    }
  }

  /** The request that did not count leaves its place in the block to another. */
  decrement(key: string): void {
    const block = this.#blocks.current(key);
    if (block) block.unused += 1;
    else this.#alone.decrement(key);
  }

  async resetKey(key: string): Promise<void> {
    const { redis, prefix } = this.#options;
    this.#alone.resetKey(key);
    this.#blocks.end(key);
    await redis.send(prefix + key, ['DEL', prefix + key]);
  }

  #ask(key: string): Promise<void> {
    const question = this.#takeBlock(key).finally(() => this.#questions.delete(key));
    this.#questions.set(key, question);
    return question;
  }

  async #takeBlock(key: string): Promise<void> {
    const { redis, prefix, windowMilliseconds } = this.#options;
    const size = this.#blockSize;
    const [totalHits, milliseconds] = await redis.send<[number, number]>(prefix + key, [
      'EVAL',
      TAKE_BLOCK,
      '1',
      prefix + key,
      `${size}`,
      `${windowMilliseconds}`,
    ]);
    const resetTime = new Date(Date.now() + milliseconds);
    this.#blocks.begin(key, { totalHits, unused: size, resetTime });
  }
}
