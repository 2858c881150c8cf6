import { contextOf } from '@app-platform/service-kit';
import { translateDatabaseError } from '@app-platform/service-kit/database';
import type { Request, RequestHandler, Response } from 'express';
import { RETRY_AFTER_SECONDS } from '../interaction/outage-page.ts';
import type { TokenRequestCounts } from '../metrics/oauth-metrics.ts';
import { RegistryUnavailable } from '../registry-client/registry-unavailable.ts';
import { answerPlainRequest, type PlainRequestDependencies } from './answer-plain-request.ts';
import { readPlainRequest } from './plain-request.ts';

export type PlainTokenRequestOptions = PlainRequestDependencies & {
  tokenRequests: TokenRequestCounts;
};

/**
 * Stands before oidc-provider, and answers the token requests that are plain and that nothing is
 * the matter with, at a third of what they cost there. All others go on to it untouched.
 */
export function plainTokenRequests(options: PlainTokenRequestOptions): RequestHandler {
  return async (request, response, next) => {
    const asked = await readPlainRequest(request);
    if (!asked) return next();
    try {
      const tokens = await answerPlainRequest(options, asked);
      if (!tokens) return next();
      options.tokenRequests.count(asked.grantType, 'issued');
      answer(request, response, { status: 200, body: tokens });
    } catch (error) {
      contextOf(response).logger.error({ err: error }, 'request failed');
      const outage = outageOf(error);
      // A fault of ours: what it is good for is still to be found out.
      if (!outage) return next();
      options.tokenRequests.count(asked.grantType, 'failed');
      answer(request, response, outage);
    }
  };
}

type Answer = { status: number; body: object; headers?: Record<string, string> };

/** In the words of oidc-provider's answer: nobody is to notice who has answered. */
function outageOf(error: unknown): Answer | undefined {
  const isOfRegistry = error instanceof RegistryUnavailable;
  if (!isOfRegistry && !translateDatabaseError(error)) return undefined;
  const description = isOfRegistry ? error.error_description : 'try again soon';
  return {
    status: 503,
    body: { error: 'temporarily_unavailable', error_description: description },
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  };
}

const constantHeaders = {
  'Cache-Control': 'no-store',
  Vary: 'Origin',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate',
};

function answer(request: Request, response: Response, { status, body, headers }: Answer): void {
  // Its body was looked at and left there, and must be out of the way of the next request's.
  request.resume();
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      ...constantHeaders,
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
    })
    .end(text);
}
