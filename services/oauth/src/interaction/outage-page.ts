import { contextOf, translateDatabaseError } from '@app-platform/http-api';
import type { ErrorRequestHandler } from 'express';
import { RegistryUnavailable } from '../registry-client/registry-unavailable.ts';
import { renderPage } from './pages.ts';

export const RETRY_AFTER_SECONDS = '5';

/** The page for an outage of the database or the registry. */
export function outagePage(): string {
  return renderPage('error', {
    title: 'Please try again in a moment',
    code: 'temporarily_unavailable',
    description: 'the service is temporarily unavailable',
    advice: 'Nothing is wrong with your request. Go back and try again in a few seconds.',
  });
}

/** Answers an outage with a page. */
export const outageHandler: ErrorRequestHandler = (error, _request, response, next) => {
  const isOutage = error instanceof RegistryUnavailable || translateDatabaseError(error);
  if (!isOutage) return next(error);
  contextOf(response).logger.error({ err: error }, 'request failed');
  response.status(503).set({ 'Retry-After': RETRY_AFTER_SECONDS, 'Cache-Control': 'no-store' });
  response.type('html').send(outagePage());
};
