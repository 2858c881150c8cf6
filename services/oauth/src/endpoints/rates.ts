import { variables } from '@app-platform/runtime';

// The limits without their middleware: `migrate` and `retention` read the configuration, and must not
// load the pages and oidc-provider for it.

/** Limits per minute, network and replica. */
export type Rates = {
  requests: number;
  /** Refused requests with a credential: wrong client secrets and guesses. */
  refusals: number;
};

/** The variables of the limits. */
export type RateVariables = { REQUESTS_PER_MINUTE: number; REFUSALS_PER_MINUTE: number };

export const rateProperties = {
  REQUESTS_PER_MINUTE: { ...variables.perMinute, default: 6_000 },
  REFUSALS_PER_MINUTE: { ...variables.perMinute, default: 300 },
} as const;

export function ratesOf(values: RateVariables): Rates {
  return { requests: values.REQUESTS_PER_MINUTE, refusals: values.REFUSALS_PER_MINUTE };
}
