import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/**
 * A code is returned in the query, as the specification says. `form_post` would need a page with
 * script, and servers do not see a `fragment`.
 * @throws InvalidRequest for any other response mode
 */
export function checkResponseMode({ oidc }: KoaContextWithOIDC, mode: unknown): void {
  if (mode === undefined || mode === 'query') return;
  // The error itself is returned in the query.
  if (oidc.params) oidc.params.response_mode = undefined;
  throw new errors.InvalidRequest('unsupported response_mode');
}
