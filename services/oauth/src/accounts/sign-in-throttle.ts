import { createHash } from 'node:crypto';
import { networkOf } from '@app-platform/service-kit';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { SharedCounters } from '../storage/ephemeral-store.ts';

/** Guesses per account, and per network, in a quarter of an hour. */
const LIMITS = { account: 10, network: 50, windowSeconds: 900 };

/** Slows down whoever guesses passwords: of one account, or of many from one network. */
export class SignInThrottle {
  readonly #perAccount: RateLimiterAbstract;
  readonly #perNetwork: RateLimiterAbstract;

  /** @param counters where replicas count together; without it this process counts alone */
  constructor(counters?: SharedCounters) {
    this.#perAccount = limiter('account', LIMITS.account, counters);
    this.#perNetwork = limiter('network', LIMITS.network, counters);
  }

  /** Counts a try. @returns false where there were too many */
  async admit(email: string, address: string): Promise<boolean> {
    try {
      // The network first: once it is refused, it locks nobody's account.
      await this.#perNetwork.consume(hashed(networkOf(address)));
      await this.#perAccount.consume(hashed(email));
      return true;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return false;
      throw refused;
    }
  }

  /** Forgets the tries of somebody who has shown the right password. */
  async forget(email: string): Promise<void> {
    await this.#perAccount.delete(hashed(email));
  }
}

/** With Redis away each process counts alone: neither an open door nor a closed one. */
function limiter(name: string, points: number, counters: SharedCounters | undefined) {
  const options = { points, duration: LIMITS.windowSeconds, keyPrefix: `sign-in-${name}` };
  const alone = new RateLimiterMemory(options);
  if (!counters) return alone;
  return new RateLimiterRedis({
    ...options,
    storeClient: counters,
    useRedisPackage: true,
    insuranceLimiter: alone,
  });
}

/** So that nobody's address stands in a key. */
function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
