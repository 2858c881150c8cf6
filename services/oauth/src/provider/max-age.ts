import type { KoaContextWithOIDC } from 'oidc-provider';

/** The `max_age` of requests, while it is put aside. */
const putAside = new WeakMap<object, unknown>();

/**
 * oidc-provider refuses `max_age` without the scope `openid`, which this service does not support. So
 * the parameter is put aside before that check (actions/authorization/scopes.js) and restored after it.
 */
export function putMaxAgeAside(context: KoaContextWithOIDC): void {
  const { params } = context.oidc;
  if (params?.max_age === undefined) return;
  putAside.set(context, params.max_age);
  params.max_age = undefined;
}

/** Called for the resource server: after the check of scopes, and before that of `max_age`. */
export function restoreMaxAge(context: KoaContextWithOIDC): void {
  const { params } = context.oidc;
  if (params && putAside.has(context)) params.max_age = putAside.get(context);
  putAside.delete(context);
}
