import { markRoutine } from '@app-platform/http-api';
import { type RequestHandler, Router } from 'express';
import type { KeyRing } from './key-ring.ts';
import { PUBLISHED_KEYS_MAX_AGE_SECONDS } from './signing-key.ts';

/**
 * The published keys (RFC 7517). Replaces oidc-provider's own route, which sets no cache header.
 * @param isPolled whether successful requests are logged below the default level: each registry replica
 *   reads the keys every ten seconds
 */
export function publishedKeys(keyRing: KeyRing, isPolled = false): RequestHandler {
  const router = Router();
  router
    .route('/oauth/jwks')
    .get((_request, response) => {
      if (isPolled) markRoutine(response);
      response
        .set('Cache-Control', `public, max-age=${PUBLISHED_KEYS_MAX_AGE_SECONDS}`)
        .set('Access-Control-Allow-Origin', '*')
        .type('application/jwk-set+json')
        .send(JSON.stringify({ keys: keyRing.published }));
    })
    // oidc-provider answers the preflight request.
    .options((_request, _response, next) => next());
  return router;
}
