import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Guesses per account, and per address, in a quarter of an hour. */
const LIMITS = { account: 10, address: 50, windowSeconds: 900 };

/** Slows down whoever guesses passwords: of one account, or of many from one address. */
export class SignInThrottle {
  readonly #perAccount: RateLimiterAbstract;
  readonly #perAddress: RateLimiterAbstract;

  constructor() {
    const duration = LIMITS.windowSeconds;
    this.#perAccount = new RateLimiterMemory({ points: LIMITS.account, duration });
    this.#perAddress = new RateLimiterMemory({ points: LIMITS.address, duration });
  }

  /** Counts a try. @returns false where there were too many */
  async admit(email: string, address: string): Promise<boolean> {
    try {
      await Promise.all([this.#perAccount.consume(email), this.#perAddress.consume(address)]);
      return true;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return false;
      throw refused;
    }
  }

  /** Forgets the tries of somebody who has shown the right password. */
  async forget(email: string): Promise<void> {
    await this.#perAccount.delete(email);
  }
}
