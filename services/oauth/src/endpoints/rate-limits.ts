import {
  AppError,
  byCredential,
  byNetwork,
  contextOf,
  type RouteLimits,
  rateLimit,
  withLinks,
} from '@app-platform/http-api';
import type { ServiceMetrics } from '@app-platform/runtime';
import { type ErrorRequestHandler, Router } from 'express';
import { type ErrorTexts, errorTexts } from '../rendering/page-texts.ts';
import { renderPage } from '../rendering/pages.ts';
import { CREDENTIAL_PATHS, hasApiErrors } from './endpoint-paths.ts';
import { isPoll } from './polls.ts';
import type { Rates } from './rates.ts';

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
        onlyRefusals: (response) => !isPoll(response),
        metrics,
        keyOf: (request, response) =>
          CREDENTIAL_PATHS.includes(request.path) ? byNetwork(request, response) : undefined,
      }),
    )
    .use(answerRefusals(issuer));
}

/** Of the API for administrators, beside the limit of a network. */
export function apiLimits({ requests }: Rates, metrics: ServiceMetrics): RouteLimits {
  const name = 'requests with one credential';
  return {
    every: rateLimit({ name, perMinute: requests, keyOf: byCredential, metrics }),
    strict: {},
  };
}

/** The refusals that come before any route, as errors of RFC 6749 and as pages. */
const refusals: Record<string, (description: string) => ErrorTexts> = {
  too_many_requests: errorTexts.tooManyRequests,
  https_required: errorTexts.httpsRequired,
};

/**
 * The API's error body, an error of RFC 6749 for other programs, a page for browsers.
 * @param issuer the service's public address
 */
export function answerRefusals(issuer: string): ErrorRequestHandler {
  return (error, request, response, next) => answerRefusal(issuer, error, request, response, next);
}

const answerRefusal = (
  issuer: string,
  ...[error, request, response, next]: Parameters<ErrorRequestHandler>
): void => {
  const [problem] = error instanceof AppError ? error.problems : [];
  const refusal = problem && refusals[problem.code];
  if (!refusal) {
    next(error);
    return;
  }
  const { internalDetail: detail } = error;
  if (detail) contextOf(response).logger.info({ detail }, 'request refused');
  const page = refusal(problem.detail ?? '');
  response.status(problem.status ?? 400).set(error.headers);
  if (hasApiErrors(request.path)) {
    response.json({ errors: withLinks(error.problems, issuer) });
    return;
  }
  if (request.accepts(['json', 'html']) === 'json') {
    response.json({ error: page.code, error_description: page.description });
    return;
  }
  response.type('html').send(renderPage('error', page));
};
