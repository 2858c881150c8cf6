import { contextOf } from '@app-platform/http-api';
import type { ErrorRequestHandler, Response } from 'express';
import { UpstreamFault } from '../accounts/upstream/upstream-fault.ts';
import type { UpstreamIdentity } from '../accounts/upstream/upstream-provider.ts';
import { RegistryUnavailable } from '../registry-client/registry-unavailable.ts';
import { errorTexts, texts } from './page-texts.ts';
import { type Pages, renderPage } from './pages.ts';

const RETRY_AFTER_SECONDS = 5;

/** Answers faults of the upstream sign-in with a page: 503 for an outage, 400 for a refusal. */
export function upstreamErrorHandler(providerName: string): ErrorRequestHandler {
  return (error, _request, response, next) => {
    const { logger } = contextOf(response);
    if (error instanceof UpstreamFault && error.kind === 'refused') {
      logger.info({ detail: causeOf(error) }, 'upstream sign-in refused');
      sendError(response, 400, errorTexts.upstreamRefused(providerName, error.message));
    } else if (error instanceof UpstreamFault || error instanceof RegistryUnavailable) {
      logger.error({ detail: causeOf(error) }, 'upstream sign-in unavailable');
      const cause = error instanceof UpstreamFault ? error.message : undefined;
      response.set('Retry-After', String(RETRY_AFTER_SECONDS));
      sendError(response, 503, errorTexts.upstreamUnavailable(providerName, cause));
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
  otherAccount: string,
): void {
  contextOf(response).logger.info('upstream sign-in of an unknown user');
  const sentence = texts.anotherAccount.unknown(providerName);
  const values = errorTexts.unknownUser(providerName, subject, email);
  sendError(response, 403, { ...values, anotherAccount: { sentence, address: otherAccount } });
}

function sendError(response: Response, status: number, values: Pages['error']): void {
  const html = renderPage('error', values);
  response.status(status).type('html').send(html);
}

/** The messages of the causes, without the answers that they carry: those hold credentials. */
function causeOf({ cause, message }: Error): string {
  return cause instanceof Error ? `${message}: ${causeOf(cause)}` : message;
}
