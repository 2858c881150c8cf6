import { AppError, byNetwork, rateLimit } from '@app-platform/http-api';
import { type ServiceMetrics, variables } from '@app-platform/runtime';
import { type ErrorRequestHandler, Router } from 'express';
import { renderPage } from './interaction/pages.ts';

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

/** The beginning of the API for administrators. */
const API_PATH = '/v1/';

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
export function rateLimits({ requests, refusals }: Rates, metrics: ServiceMetrics): Router {
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
    .use(tooManyRequests);
}

/** The API's error body, an error of RFC 6749 for other programs, a page for browsers. */
const tooManyRequests: ErrorRequestHandler = (error, request, response, next) => {
  if (!(error instanceof AppError) || error.status !== 429) return next(error);
  const description = error.problems[0]?.detail ?? '';
  response.status(429).set({ ...error.headers, 'Cache-Control': 'no-store' });
  if (request.path.startsWith(API_PATH)) {
    response.json({ errors: error.problems });
    return;
  }
  if (request.accepts(['json', 'html']) === 'json') {
    response.json({ error: 'temporarily_unavailable', error_description: description });
    return;
  }
  const html = renderPage('error', {
    title: 'Please try again in a moment',
    code: 'temporarily_unavailable',
    description,
    advice: 'Nothing is wrong with your account.',
  });
  response.type('html').send(html);
};
