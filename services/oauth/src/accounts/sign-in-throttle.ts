import { createHash } from 'node:crypto';
import { networkOf, type RateLimitStore, rateLimiter } from '@app-platform/http-api';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** Attempts per account and per network in 15 minutes. */
const LIMITS = { account: 10, network: 50, windowSeconds: 900 };

/** Limits password guesses at one account, and at many accounts from one network. */
export class SignInThrottle {
  readonly #perAccount: RateLimiterAbstract;
  readonly #perNetwork: RateLimiterAbstract;

  /** @param counters shares the counts between replicas; without it this process counts alone */
  constructor(counters?: RateLimitStore) {
    this.#perAccount = limiter('account', LIMITS.account, counters);
    this.#perNetwork = limiter('network', LIMITS.network, counters);
  }

  /** Counts an attempt. @returns false when there were too many */
  async admit(email: string, address: string): Promise<boolean> {
    try {
      // The network comes first: a refused network must not lock accounts.
      await this.#perNetwork.consume(hashed(networkOf(address)));
      await this.#perAccount.consume(hashed(email));
      return true;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return false;
      throw refused;
    }
  }

  /** Resets the count of an account after a correct password. */
  async forget(email: string): Promise<void> {
    await this.#perAccount.delete(hashed(email));
  }
}

function limiter(name: string, points: number, store: RateLimitStore | undefined) {
  const keyPrefix = `sign-in-${name}`;
  return rateLimiter({ points, duration: LIMITS.windowSeconds, keyPrefix, store });
}

/** Keeps email and network addresses out of the keys. */
function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
