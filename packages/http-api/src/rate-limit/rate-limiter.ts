import { LRUCache } from 'lru-cache';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';

const MAX_KEYS = 100_000;

/** The commands of Redis that the library calls. */
export type RateLimitStore = {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  del(key: string): Promise<number>;
};

export type RateLimiterOptions = {
  /** Requests per key and window. */
  points: number;
  /** Length of the window, in seconds. */
  duration: number;
  keyPrefix: string;
  /** Shares the count between replicas. Without it this process counts alone. */
  store?: RateLimitStore | undefined;
  /** Refuses an exhausted key from memory until its window ends, without asking the store. */
  blocksInMemory?: boolean;
};

/**
 * A limiter in Redis, or in memory without a store. While Redis is down each process counts alone:
 * requests are neither unlimited nor all refused.
 */
export function rateLimiter(options: RateLimiterOptions): RateLimiterAbstract {
  const { store, blocksInMemory = false, ...limits } = options;
  const memory = new BoundedMemoryLimiter(limits);
  if (!store) return memory;
  return new RateLimiterRedis({
    ...limits,
    storeClient: store,
    useRedisPackage: true,
    insuranceLimiter: memory,
    ...(blocksInMemory && { inMemoryBlockOnConsumed: limits.points }),
  });
}

/** Counts one for a key. @returns how many seconds to wait, if there were too many */
export async function consumePoint(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<number | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
  }
}

/** RateLimiterMemory holds any number of keys. This one forgets the least recently used. */
class BoundedMemoryLimiter extends RateLimiterMemory {
  readonly #keys = new LRUCache<string, true>({
    // Unlike `max`, it allocates nothing before there are keys (decision 0037).
    maxSize: MAX_KEYS,
    sizeCalculation: () => 1,
    dispose: (_value, key, reason) => {
      if (reason === 'evict') void this.delete(key);
    },
  });

  override consume(key: string, points?: number, options?: object): Promise<RateLimiterRes> {
    this.#keys.set(key, true);
    return super.consume(key, points, options);
  }
}
