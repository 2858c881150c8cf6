import type { RequestHandler } from 'express';
import { API_PATH } from './endpoint-paths.ts';

/** What the console may send and read across origins. A preflight answer holds for an hour. */
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, PUT, DELETE',
  'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key, traceparent',
  'Access-Control-Max-Age': '3600',
};
const EXPOSED = 'Retry-After, WWW-Authenticate, X-Request-Id';

/**
 * Lets browsers on the origins of the console's redirect URIs use the administration API. It sets headers
 * only, before anything may refuse the request, so that the console can read each refusal. Credentials are
 * not allowed: the API reads no cookie.
 */
export function allowConsoleOrigins(redirectUris: readonly string[] = []): RequestHandler {
  const allowed = new Set(redirectUris.map(webOriginOf));
  return (request, response, next) => {
    if (!request.path.startsWith(API_PATH)) return next();
    response.vary('Origin');
    const origin = request.get('Origin');
    if (origin === undefined || !allowed.has(origin)) return next();
    response.set('Access-Control-Allow-Origin', origin);
    response.set('Access-Control-Expose-Headers', EXPOSED);
    if (request.method === 'OPTIONS') response.set(PREFLIGHT);
    next();
  };
}

/** A private-use scheme has the origin `null`, which every sandboxed frame has too. */
export function webOriginOf(uri: string): string | undefined {
  const { protocol, origin } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
}
