import { createHash } from 'node:crypto';
import { networkOf, type RateLimitStore, rateLimiter } from '@app-platform/http-api';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { defaultSignInLimits, type SignInLimits } from '../sign-in-limits.ts';

const WINDOW_SECONDS = 900;

export type CountedAttempt = {
  email: string;
  address: string;
  /** The id of a browser that has signed in to the account before: see DeviceCookies. */
  device?: string | undefined;
};

export type Admission = {
  /** Takes the attempt back: the password was right. */
  forget(): Promise<void>;
};

/** Limits password guesses at one account, and at many accounts from one network. */
export class SignInThrottle {
  readonly #perAccount: RateLimiterAbstract;
  readonly #perDevice: RateLimiterAbstract;
  readonly #perNetwork: RateLimiterAbstract;

  /** @param counters shares the counts between replicas; without it this process counts alone */
  constructor(
    counters?: RateLimitStore,
    { wrongPerAccount, wrongPerNetwork }: SignInLimits = defaultSignInLimits,
  ) {
    this.#perAccount = limiter('account', wrongPerAccount, counters);
    this.#perDevice = limiter('device', wrongPerAccount, counters);
    this.#perNetwork = limiter('network', wrongPerNetwork, counters);
  }

  /** Counts an attempt. @returns undefined when there were too many */
  async admit({ email, address, device }: CountedAttempt): Promise<Admission | undefined> {
    if (device !== undefined && (await isAdmitted(this.#perDevice, hashed(device)))) {
      return { forget: () => reset(this.#perDevice, hashed(device)) };
    }
    const [account, network] = [hashed(email), hashed(networkOf(address))];
    // The network comes first: a refused network must not lock accounts.
    if (!(await isAdmitted(this.#perNetwork, network))) return undefined;
    if (!(await isAdmitted(this.#perAccount, account))) return undefined;
    return {
      forget: async () => {
        await reset(this.#perAccount, account);
        await this.#perNetwork.reward(network);
      },
    };
  }
}

function limiter(name: string, points: number, store: RateLimitStore | undefined) {
  const keyPrefix = `sign-in-${name}`;
  return rateLimiter({ points, duration: WINDOW_SECONDS, keyPrefix, store });
}

async function isAdmitted(limiter: RateLimiterAbstract, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return false;
    throw refused;
  }
}

async function reset(limiter: RateLimiterAbstract, key: string): Promise<void> {
  await limiter.delete(key);
}

/** Keeps email and network addresses out of the keys. */
function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
