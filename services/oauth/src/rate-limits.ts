import { AppError, byNetwork, rateLimit, type ServiceMetrics } from '@app-platform/service-kit';
import { type ErrorRequestHandler, Router } from 'express';
import { renderPage } from './interaction/pages.ts';

/** How often something may be asked for in a minute, of one network, of each replica. */
export type Rates = {
  requests: number;
  /** Requests with a credential that are refused: of a client whose secret is wrong, or of a guesser. */
  refusals: number;
};

/** Where a client shows its secret, a code or a token. */
export const CREDENTIAL_PATHS = [
  '/oauth/token',
  '/oauth/revoke',
  '/oauth/introspect',
  '/oauth/par',
];

/**
 * Sheds load. Signing in has a throttle of its own, which replicas share; secrets and tokens are
 * random and long, so that counting guesses at them together would gain nothing.
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
    .use(tellTooMany);
}

/** For programs in the form of RFC 6749, for people as a page. */
const tellTooMany: ErrorRequestHandler = (error, request, response, next) => {
  if (!(error instanceof AppError) || error.status !== 429) return next(error);
  const description = error.problems[0]?.detail ?? '';
  response.status(429).set({ ...error.headers, 'Cache-Control': 'no-store' });
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
