import { type RequestHandler, Router } from 'express';
import type { KeyRing } from './key-ring.ts';
import { PUBLISHED_KEYS_MAX_AGE_SECONDS } from './signing-key.ts';

/**
 * What tokens are verified by (RFC 7517), before oidc-provider's own page of them: it knows the
 * keys that it was built with, and no cache header.
 */
export function publishedKeys(keyRing: KeyRing): RequestHandler {
  return Router().get('/oauth/jwks', (_request, response) => {
    response
      .set('Cache-Control', `public, max-age=${PUBLISHED_KEYS_MAX_AGE_SECONDS}`)
      .type('application/jwk-set+json')
      .send(JSON.stringify({ keys: keyRing.published }));
  });
}
