import { byNetwork, rateLimit } from '@app-platform/http-api';
import { type ServiceMetrics, variables } from '@app-platform/runtime';
import { Router } from 'express';
import { answerRefusals } from './refusals.ts';

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

/** Endpoints that receive a secret, a code or a token. */
export const CREDENTIAL_PATHS = [
  '/oauth/token',
  '/oauth/revoke',
  '/oauth/introspect',
  '/oauth/par',
];

/**
 * Sheds load. Sign-in has a throttle of its own that replicas share. Secrets and tokens are random and
 * long, so sharing the count of guesses would gain nothing.
 */
export function rateLimits(
  { requests, refusals }: Rates,
  metrics: ServiceMetrics,
  issuer: string,
): Router {
  return Router()
    .use(rateLimit({ name: 'requests', perMinute: requests, keyOf: byNetwork, metrics }))
    .use(
      rateLimit({
        name: 'refused requests',
        perMinute: refusals,
        onlyRefusals: true,
        metrics,
        keyOf: (request, response) =>
          CREDENTIAL_PATHS.includes(request.path) ? byNetwork(request, response) : undefined,
      }),
    )
    .use(answerRefusals(issuer));
}
