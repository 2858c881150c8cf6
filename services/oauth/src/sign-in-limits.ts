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
