import { contextOf } from '@app-platform/http-api';
import type { ErrorRequestHandler, Response } from 'express';
import { UpstreamFault } from '../accounts/upstream/upstream-fault.ts';
import type { UpstreamIdentity } from '../accounts/upstream/upstream-provider.ts';
import { RegistryUnavailable } from '../registry-client/registry-unavailable.ts';
import { type Pages, renderPage } from './pages.ts';

const RETRY_AFTER_SECONDS = 5;

/** Answers faults of the upstream sign-in with a page: 503 for an outage, 400 for a refusal. */
export function upstreamErrorHandler(providerName: string): ErrorRequestHandler {
  return (error, _request, response, next) => {
    const { logger } = contextOf(response);
    if (error instanceof UpstreamFault && error.kind === 'refused') {
      logger.info({ detail: causeOf(error) }, 'upstream sign-in refused');
      sendError(response, 400, {
        title: 'This sign-in cannot continue',
        code: 'upstream_sign_in_refused',
        description: `${providerName}: ${error.message}`,
        advice: 'Go back to the app and start again.',
      });
    } else if (error instanceof UpstreamFault || error instanceof RegistryUnavailable) {
      logger.error({ detail: causeOf(error) }, 'upstream sign-in unavailable');
      const description =
        error instanceof UpstreamFault
          ? `${providerName}: ${error.message}`
          : 'the service is busy';
      sendError(response.set('Retry-After', String(RETRY_AFTER_SECONDS)), 503, {
        title: 'Sign-in is unavailable at the moment',
        code: 'temporarily_unavailable',
        description,
        advice: 'Nothing is wrong with your account. Go back to the app and try again in a minute.',
      });
    } else {
      next(error);
    }
  };
}

/** For a user of the upstream provider who has no account here. */
export function sendUnknownUser(
  response: Response,
  providerName: string,
  { subject, email }: UpstreamIdentity,
): void {
  contextOf(response).logger.info('upstream sign-in of an unknown user');
  sendError(response, 403, {
    title: 'You have no account here',
    code: 'unknown_user',
    description: `${providerName} knows you${email ? ` as ${email}` : ''}, but nobody in an organization with this app does`,
    advice: `To your administrator: the account is created for the subject ${subject}.`,
  });
}

function sendError(response: Response, status: number, values: Pages['error']): void {
  const html = renderPage('error', values);
  response.status(status).set('Cache-Control', 'no-store').type('html').send(html);
}

/** The messages of the causes, without the answers that they carry: those hold credentials. */
function causeOf({ cause, message }: Error): string {
  return cause instanceof Error ? `${message}: ${causeOf(cause)}` : message;
}
