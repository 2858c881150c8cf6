import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { normalizeResource } from './resources.ts';
import { scopesOf } from './scopes.ts';

/** Without the scope `openid` they mean nothing, and RFC 6749 section 3.1 says to ignore them. */
const NEEDING_OPENID = ['nonce', 'acr_values', 'claims_locales'];

/**
 * Reads parameters as clients send them: those of OpenID Connect only with its scope, with one space between
 * scopes, with `login` for `select_account`, and with the resource as it is configured.
 */
export function normalizeParameters({ oidc }: KoaContextWithOIDC, audience: string): void {
  const { params } = oidc;
  if (!params) return;
  if (!scopesOf(params.scope).includes('openid')) {
    for (const name of NEEDING_OPENID) params[name] = undefined;
  }
  if (typeof params.scope === 'string') params.scope = scopesOf(params.scope).join(' ');
  if (typeof params.prompt === 'string') params.prompt = promptsOf(params.prompt).join(' ');
  params.resource = normalizeResource(params.resource, audience);
}

/** The sign-in page is where another account is selected. */
function promptsOf(prompt: string): string[] {
  const prompts = prompt.split(' ');
  return [...new Set(prompts.map((one) => (one === 'select_account' ? 'login' : one)))];
}

const LONGEST_BYTES = 4_096;

/**
 * Every parameter of an authorization request is stored until the user has decided.
 * @throws InvalidRequest for a longer one
 */
export function checkParameterLengths({ oidc }: KoaContextWithOIDC): void {
  for (const [name, value] of Object.entries(oidc.params ?? {})) {
    const bytes = Buffer.byteLength(String(value));
    if (bytes > LONGEST_BYTES) {
      throw new errors.InvalidRequest(`'${name}' is longer than ${LONGEST_BYTES} bytes`);
    }
  }
}

/**
 * A code is returned in the query, as the specification says. `form_post` would need a page with
 * script, and servers do not see a `fragment`.
 * @throws InvalidRequest for any other response mode
 */
export function checkResponseMode(_context: KoaContextWithOIDC, mode: unknown): void {
  if (mode === undefined || mode === 'query') return;
  throw new errors.InvalidRequest('unsupported response_mode');
}

/** The `max_age` of requests, while it is put aside. */
const putAside = new WeakMap<object, unknown>();

/**
 * oidc-provider refuses `max_age` without the scope `openid`, which RFC 9470 section 4 does not require. So
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

/** A SHA-256 thumbprint in base64url (RFC 7638, RFC 9449 section 10). */
const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;

/** @throws InvalidRequest for a `dpop_jkt` that no key can have */
export function checkKeyThumbprint(_context: unknown, value: unknown): void {
  if (value === undefined || THUMBPRINT.test(String(value))) return;
  throw new errors.InvalidRequest("'dpop_jkt' is not the SHA-256 thumbprint of a key in base64url");
}
