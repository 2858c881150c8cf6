import { errors, type KoaContextWithOIDC } from 'oidc-provider';

/**
 * A code is returned in the query, as the specification says. `form_post` would need script on a
 * page of ours, and `fragment` is for what a server never sees.
 * @throws InvalidRequest for any other response mode
 */
export function checkResponseMode({ oidc }: KoaContextWithOIDC, mode: unknown): void {
  if (mode === undefined || mode === 'query') return;
  // The refusal itself is returned in the query.
  if (oidc.params) oidc.params.response_mode = undefined;
  throw new errors.InvalidRequest('unsupported response_mode');
}
