import { contextOf, translateDatabaseError } from '@app-platform/http-api';
import type { ErrorRequestHandler } from 'express';
import { RegistryUnavailable } from '../registry-client/registry-unavailable.ts';
import { errorTexts } from '../rendering/page-texts.ts';
import { renderPage } from '../rendering/pages.ts';

/** `Retry-After` of an outage. */
export const RETRY_AFTER_SECONDS = '5';

/** The page for an outage of the database or the registry. */
export function outagePage(): string {
  return renderPage('error', errorTexts.outage);
}

/** Answers an outage with a page. */
export const outageHandler: ErrorRequestHandler = (error, _request, response, next) => {
  const isOutage = error instanceof RegistryUnavailable || translateDatabaseError(error);
  if (!isOutage) return next(error);
  contextOf(response).logger.error({ err: error }, 'request failed');
  response.status(503).set('Retry-After', RETRY_AFTER_SECONDS);
  response.type('html').send(outagePage());
};
