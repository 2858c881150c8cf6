import { contextOf } from '@app-platform/http-api';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { UpstreamFault, type UpstreamIdentity } from '../accounts/upstream/upstream-provider.ts';
import type { UpstreamSignIn } from '../accounts/upstream/upstream-sign-in.ts';
import type { OwnCookies } from '../endpoints/cookies.ts';
import { RETRY_AFTER_SECONDS } from '../endpoints/outages.ts';
import { RegistryUnavailable } from '../registry-client/registry-unavailable.ts';
import { errorTexts, texts } from '../rendering/page-texts.ts';
import { type Pages, renderPage, type WayBack } from '../rendering/pages.ts';
import type { FinalPage } from './forms.ts';
import { startPage } from './upstream-cookie.ts';
import { type WayBackDependencies, wayBackToPlatform } from './way-back.ts';

export type FaultDependencies = Pick<WayBackDependencies, 'firstPartyRedirectUris' | 'issuer'> & {
  cookies: OwnCookies;
  upstream: Pick<UpstreamSignIn, 'providerName'>;
};

/** Answers faults of the upstream sign-in with a page: 503 for an outage, 400 for a refusal. */
export function upstreamErrorHandler(dependencies: FaultDependencies): ErrorRequestHandler {
  const { providerName } = dependencies.upstream;
  return (error, request, response, next) => {
    const { logger } = contextOf(response);
    const wayBack = wayBackToStart(dependencies, request);
    if (error instanceof UpstreamFault && error.kind === 'refused') {
      logger.info({ detail: causeOf(error) }, 'upstream sign-in refused');
      sendError(response, 400, {
        ...errorTexts.upstreamRefused(providerName, error.message),
        wayBack,
      });
    } else if (error instanceof UpstreamFault || error instanceof RegistryUnavailable) {
      logger.error({ detail: causeOf(error) }, 'upstream sign-in unavailable');
      const cause = error instanceof UpstreamFault ? error.message : undefined;
      response.set('Retry-After', RETRY_AFTER_SECONDS);
      sendError(response, 503, { ...errorTexts.upstreamUnavailable(providerName, cause), wayBack });
    } else {
      next(error);
    }
  };
}

/** To the page that can begin the sign-in again, or that leads to the app where it has ended. */
function wayBackToStart(
  { issuer, cookies, firstPartyRedirectUris }: FaultDependencies,
  request: Request,
): WayBack {
  const address = startPage(issuer, cookies, request);
  return address === undefined
    ? wayBackToPlatform(firstPartyRedirectUris)
    : { address, text: texts.wayBack.again, isApp: false };
}

/** The page for a user of the upstream provider who has no account here. */
export function unknownUser(
  response: Response,
  providerName: string,
  { subject, email }: UpstreamIdentity,
  otherAccount: string,
): FinalPage {
  contextOf(response).logger.info('upstream sign-in of an unknown user');
  const sentence = texts.anotherAccount.unknown(providerName);
  const values = errorTexts.unknownUser(providerName, subject, email);
  const anotherAccount = { sentence, address: otherAccount };
  return { status: 403, html: renderPage('error', { ...values, anotherAccount }) };
}

function sendError(response: Response, status: number, values: Pages['error']): void {
  const html = renderPage('error', values);
  response.status(status).type('html').send(html);
}

/** The messages of the causes, without the answers that they carry: those hold credentials. */
function causeOf({ cause, message }: Error): string {
  return cause instanceof Error ? `${message}: ${causeOf(cause)}` : message;
}
