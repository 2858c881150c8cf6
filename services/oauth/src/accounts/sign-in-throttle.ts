import { createHash } from 'node:crypto';
import { networkOf, type RateLimitStore, rateLimiter } from '@app-platform/http-api';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** Limits of sign-ins. A successful sign-in counts against none of them. */
export type SignInLimits = {
  /** Wrong passwords in 15 minutes: for an account from unknown browsers, and from each known one. */
  wrongPerAccount: number;
  /** Wrong passwords in 15 minutes of a network. It refuses unknown browsers. */
  wrongPerNetwork: number;
  /** Authorization requests of a network in an hour for which nobody has signed in. */
  openPerNetwork: number;
};

/** The variables of the limits. */
export type SignInVariables = {
  WRONG_PASSWORDS_PER_ACCOUNT: number;
  WRONG_PASSWORDS_PER_NETWORK: number;
  OPEN_SIGN_INS_PER_NETWORK: number;
};

export const defaultSignInLimits: SignInLimits = {
  wrongPerAccount: 10,
  wrongPerNetwork: 50,
  openPerNetwork: 500,
};

const count = { type: 'integer', minimum: 1, maximum: 1_000_000 } as const;

export const signInProperties = {
  WRONG_PASSWORDS_PER_ACCOUNT: { ...count, default: defaultSignInLimits.wrongPerAccount },
  WRONG_PASSWORDS_PER_NETWORK: { ...count, default: defaultSignInLimits.wrongPerNetwork },
  OPEN_SIGN_INS_PER_NETWORK: { ...count, default: defaultSignInLimits.openPerNetwork },
} as const;

export function signInLimitsOf(values: SignInVariables): SignInLimits {
  return {
    wrongPerAccount: values.WRONG_PASSWORDS_PER_ACCOUNT,
    wrongPerNetwork: values.WRONG_PASSWORDS_PER_NETWORK,
    openPerNetwork: values.OPEN_SIGN_INS_PER_NETWORK,
  };
}

const WINDOW_SECONDS = 900;

/** An account that a password is tried at. */
export type Guessed = {
  /** The account's id, or an address that no account has. */
  name: string;
  /** Of browsers that have signed in to the account before, counted together: see DeviceCookies. */
  family?: string | undefined;
};

export type Admission = {
  /** Whether the password may be tried at an account. */
  admits(name: string): boolean;
  /** Whether a hash is to be computed, also where no account admits it: the time would tell them apart. */
  isChecked: boolean;
  /** Takes the attempt back from the network, and all guesses at the accounts whose password was right. */
  forget(names: readonly string[]): Promise<void>;
};

/**
 * Limits password guesses at one account, and at many accounts from one network. An attempt is a guess at
 * each account of its address. A right password of one of them takes nothing back from the others, and
 * nothing that its user sees depends on whether there are others.
 */
export class SignInThrottle {
  readonly #perAccount: RateLimiterAbstract;
  readonly #perFamily: RateLimiterAbstract;
  readonly #perNetwork: RateLimiterAbstract;

  /** @param counters shares the counts between replicas; without it this process counts alone */
  constructor(
    counters?: RateLimitStore,
    { wrongPerAccount, wrongPerNetwork }: SignInLimits = defaultSignInLimits,
  ) {
    this.#perAccount = limiter('account', wrongPerAccount, counters);
    this.#perFamily = limiter('family', wrongPerAccount, counters);
    this.#perNetwork = limiter('network', wrongPerNetwork, counters);
  }

  /** Counts an attempt. */
  async admit(address: string, guessed: readonly Guessed[]): Promise<Admission> {
    const network = hashed(networkOf(address));
    const known = await this.#admitKnown(guessed);
    // The network comes first: a refused network must not lock accounts.
    const isOfNetwork = await isAdmitted(this.#perNetwork, network);
    const unknown = isOfNetwork ? await this.#admitUnknown(guessed, known) : new Set<string>();
    return {
      admits: (name) => known.has(name) || unknown.has(name),
      isChecked: isOfNetwork || known.size > 0,
      forget: async (names) => {
        const right = guessed.filter(({ name }) => names.includes(name));
        await Promise.all([
          isOfNetwork && this.#perNetwork.reward(network),
          ...right.map(({ name, family }) =>
            family !== undefined && known.has(name)
              ? this.#perFamily.delete(hashed(family))
              : this.#perAccount.delete(hashed(name)),
          ),
        ]);
      },
    };
  }

  /** @returns the accounts that the browser is known to, unless it had too many guesses */
  async #admitKnown(guessed: readonly Guessed[]): Promise<Set<string>> {
    const admitted = new Set<string>();
    for (const { name, family } of guessed) {
      if (family === undefined) continue;
      if (await isAdmitted(this.#perFamily, hashed(family))) admitted.add(name);
    }
    return admitted;
  }

  async #admitUnknown(guessed: readonly Guessed[], known: Set<string>): Promise<Set<string>> {
    const others = guessed.filter(({ name }) => !known.has(name));
    const outcomes = await Promise.all(
      others.map(({ name }) => isAdmitted(this.#perAccount, hashed(name))),
    );
    return new Set(others.filter((_, index) => outcomes[index]).map(({ name }) => name));
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

/** Keeps email and network addresses out of the keys. */
function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
