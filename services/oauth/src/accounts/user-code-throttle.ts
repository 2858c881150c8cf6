import { consumePoint, networkOf, type RateLimitStore, rateLimiter } from '@app-platform/http-api';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';

/** Limits of wrong codes of devices (RFC 8628 section 5.1). A right code counts against none. */
export type UserCodeLimits = {
  /** Wrong codes in 15 minutes that one user enters. */
  wrongPerAccount: number;
  /** Wrong codes in 15 minutes of a network. */
  wrongPerNetwork: number;
};

/** The variables of the limits. */
export type UserCodeVariables = {
  WRONG_DEVICE_CODES_PER_ACCOUNT: number;
  WRONG_DEVICE_CODES_PER_NETWORK: number;
};

export const defaultUserCodeLimits: UserCodeLimits = { wrongPerAccount: 10, wrongPerNetwork: 20 };

const count = { type: 'integer', minimum: 1, maximum: 1_000_000 } as const;

export const userCodeProperties = {
  WRONG_DEVICE_CODES_PER_ACCOUNT: { ...count, default: defaultUserCodeLimits.wrongPerAccount },
  WRONG_DEVICE_CODES_PER_NETWORK: { ...count, default: defaultUserCodeLimits.wrongPerNetwork },
} as const;

export function userCodeLimitsOf(values: UserCodeVariables): UserCodeLimits {
  return {
    wrongPerAccount: values.WRONG_DEVICE_CODES_PER_ACCOUNT,
    wrongPerNetwork: values.WRONG_DEVICE_CODES_PER_NETWORK,
  };
}

const WINDOW_SECONDS = 900;

export type UserCodeAdmission =
  | { isAdmitted: false; waitSeconds: number }
  | {
      isAdmitted: true;
      /** Takes the attempt back: the code was right. */
      forget(): Promise<void>;
    };

/** Limits guesses of the codes that devices show, by network, and by account of a user who is signed in. */
export class UserCodeThrottle {
  readonly #perAccount: RateLimiterAbstract;
  readonly #perNetwork: RateLimiterAbstract;

  /** @param counters shares the counts between replicas; without it this process counts alone */
  constructor(counters?: RateLimitStore, limits: UserCodeLimits = defaultUserCodeLimits) {
    const limiter = (name: string, points: number) =>
      rateLimiter({
        ...{ points, duration: WINDOW_SECONDS },
        ...{ keyPrefix: `user-code-${name}`, store: counters },
      });
    this.#perAccount = limiter('account', limits.wrongPerAccount);
    this.#perNetwork = limiter('network', limits.wrongPerNetwork);
  }

  /** Counts an attempt before its code is looked up, so that concurrent guesses count. */
  async admit(address: string, accountId: string | undefined): Promise<UserCodeAdmission> {
    const counted = [{ limiter: this.#perNetwork, key: networkOf(address) }];
    if (accountId !== undefined) counted.push({ limiter: this.#perAccount, key: accountId });
    for (const { limiter, key } of counted) {
      const waitSeconds = await consumePoint(limiter, key);
      if (waitSeconds !== undefined) return { isAdmitted: false, waitSeconds };
    }
    const forget = async () => {
      await Promise.all(counted.map(({ limiter, key }) => limiter.reward(key)));
    };
    return { isAdmitted: true, forget };
  }
}
