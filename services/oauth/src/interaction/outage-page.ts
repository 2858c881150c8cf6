import { contextOf } from '@app-platform/service-kit';
import { translateDatabaseError } from '@app-platform/service-kit/database';
import type { ErrorRequestHandler } from 'express';
import { RegistryUnavailable } from '../registry-client/registry-unavailable.ts';
import { renderPage } from './pages.ts';

export const RETRY_AFTER_SECONDS = '5';

/** What a person is shown while the database or the registry is away. */
export function outagePage(): string {
  return renderPage('error', {
    title: 'Please try again in a moment',
    code: 'temporarily_unavailable',
    description: 'the service is temporarily unavailable',
    advice: 'Nothing is wrong with the request. Go back, and try again in a few seconds.',
  });
}

/** An outage on a page is told as a page. */
export const tellOutageOnPage: ErrorRequestHandler = (error, _request, response, next) => {
  const isOutage = error instanceof RegistryUnavailable || translateDatabaseError(error);
  if (!isOutage) return next(error);
  contextOf(response).logger.error({ err: error }, 'request failed');
  response.status(503).set({ 'Retry-After': RETRY_AFTER_SECONDS, 'Cache-Control': 'no-store' });
  response.type('html').send(outagePage());
};
