import { AppError, contextOf, withLinks } from '@app-platform/http-api';
import type { ErrorRequestHandler } from 'express';
import { type ErrorTexts, errorTexts } from './interaction/page-texts.ts';
import { renderPage } from './interaction/pages.ts';

/** The beginning of the API for administrators. */
export const API_PATH = '/v1/';

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
  if (request.path.startsWith(API_PATH)) {
    response.json({ errors: withLinks(error.problems, issuer) });
    return;
  }
  if (request.accepts(['json', 'html']) === 'json') {
    response.json({ error: page.code, error_description: page.description });
    return;
  }
  response.type('html').send(renderPage('error', page));
};
