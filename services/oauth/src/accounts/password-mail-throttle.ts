import { hash } from 'node:crypto';
import { consumePoint, networkOf, type RateLimitStore, rateLimiter } from '@app-platform/http-api';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';

const PER_ADDRESS = 3;
const PER_NETWORK = 20;
const WINDOW_SECONDS = 3_600;

/** Limits the mails to one address, and those that one network asks for. */
export class PasswordMailThrottle {
  readonly #perAddress: RateLimiterAbstract;
  readonly #perNetwork: RateLimiterAbstract;

  /** @param store shares the counts between replicas; without it this process counts alone */
  constructor(store?: RateLimitStore) {
    const limiter = (name: string, points: number) =>
      rateLimiter({ points, duration: WINDOW_SECONDS, keyPrefix: `password-mail-${name}`, store });
    this.#perAddress = limiter('address', PER_ADDRESS);
    this.#perNetwork = limiter('network', PER_NETWORK);
  }

  async admit(
    network: string,
    address: string,
  ): Promise<'admitted' | 'address_refused' | 'network_refused'> {
    const isOfNetwork = await isAdmitted(this.#perNetwork, networkOf(network));
    if (!isOfNetwork) return 'network_refused';
    // Keeps email addresses out of the keys.
    const key = hash('sha256', address, 'base64url');
    return (await isAdmitted(this.#perAddress, key)) ? 'admitted' : 'address_refused';
  }
}

async function isAdmitted(limiter: RateLimiterAbstract, key: string): Promise<boolean> {
  return (await consumePoint(limiter, key)) === undefined;
}
