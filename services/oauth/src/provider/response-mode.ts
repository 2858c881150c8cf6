import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/**
 * A code is returned in the query, as the specification says. `form_post` would need a page with
 * script, and servers do not see a `fragment`.
 * @throws InvalidRequest for any other response mode
 */
export function checkResponseMode(_context: KoaContextWithOIDC, mode: unknown): void {
  if (mode === undefined || mode === 'query') return;
  throw new errors.InvalidRequest('unsupported response_mode');
}
