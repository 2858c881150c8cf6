import { contextOf, translateDatabaseError } from '@app-platform/http-api';
import type { Request, RequestHandler, Response } from 'express';
import { RETRY_AFTER_SECONDS } from '../endpoints/outages.ts';
import type { TokenRequestCounts } from '../metrics/oauth-metrics.ts';
import { RegistryUnavailable } from '../registry-client/registry-unavailable.ts';
import { type IssueDependencies, issueTokens } from './issue-tokens.ts';
import { readTokenRequest } from './token-request.ts';

export type TokenFastPathOptions = IssueDependencies & { tokenRequests: TokenRequestCounts };

/**
 * Answers valid token requests of the usual form before oidc-provider sees them, at a third of the
 * cost. All other requests go on to oidc-provider unchanged (docs/decisions/0023).
 */
export function tokenFastPath(options: TokenFastPathOptions): RequestHandler {
  return async (request, response, next) => {
    const asked = await readTokenRequest(request);
    if (!asked) return next();
    try {
      const tokens = await issueTokens(options, asked);
      if (!tokens) return next();
      options.tokenRequests.count(asked.grantType, 'issued');
      answer(request, response, { status: 200, body: tokens });
    } catch (error) {
      contextOf(response).logger.error({ err: error }, 'request failed');
      const outage = outageOf(error);
      // After any other error oidc-provider may still be able to answer.
      if (!outage) return next();
      options.tokenRequests.count(asked.grantType, 'failed');
      answer(request, response, outage);
    }
  };
}

type Answer = { status: number; body: object; headers?: Record<string, string> };

/** The same answer as oidc-provider's. */
function outageOf(error: unknown): Answer | undefined {
  const isRegistryOutage = error instanceof RegistryUnavailable;
  if (!isRegistryOutage && !translateDatabaseError(error)) return undefined;
  const description = isRegistryOutage ? error.error_description : 'try again soon';
  return {
    status: 503,
    body: { error: 'temporarily_unavailable', error_description: description },
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  };
}

const constantHeaders = {
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
  Vary: 'Origin',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate',
};

function answer(request: Request, response: Response, { status, body, headers }: Answer): void {
  // The body is still in the stream, before the next request of the connection.
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
