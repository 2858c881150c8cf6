import Provider, { errors, type Grant, type KoaContextWithOIDC } from 'oidc-provider';
import { scopesOf } from './scopes.ts';

/** Without the scope `openid` they mean nothing, and RFC 6749 section 3.1 says to ignore them. */
const OF_OPENID_CONNECT = ['nonce', 'acr_values', 'claims_locales'];

/**
 * Reads parameters as clients send them: without those of OpenID Connect, with one space between
 * scopes, with `login` for `select_account`, and with the registry's address as it is configured, which
 * many clients end with a slash.
 */
export function normalizeParameters({ oidc }: KoaContextWithOIDC, audience: string): void {
  const { params } = oidc;
  if (!params) return;
  for (const name of OF_OPENID_CONNECT) params[name] = undefined;
  if (typeof params.scope === 'string') params.scope = scopesOf(params.scope).join(' ');
  if (typeof params.prompt === 'string') params.prompt = promptsOf(params.prompt).join(' ');
  if (params.resource === new URL(audience).href) params.resource = audience;
}

/** The sign-in page is where another account is selected. */
function promptsOf(prompt: string): string[] {
  const prompts = prompt.split(' ');
  return [...new Set(prompts.map((one) => (one === 'select_account' ? 'login' : one)))];
}

/**
 * A refresh may name what was first asked for, and gets what was granted of it. RFC 6749 section 6
 * forbids only what was never granted to be issued.
 */
export function acceptFirstScope({ Grant: model }: Provider, audience: string): void {
  const find = model.find;
  model.find = async function findGrant(...given: Parameters<typeof find>) {
    const grant = (await find.apply(this, given)) as Grant | undefined;
    const { route, params } = Provider.ctx?.oidc ?? {};
    if (grant && params && route === 'token' && typeof params.scope === 'string') {
      const refused = scopesOf(grant.getRejectedResourceScope(audience));
      const rest = scopesOf(params.scope).filter((scope) => !refused.includes(scope));
      if (rest.length === 0)
        throw new errors.InvalidScope('none of the scopes was granted', params.scope);
      params.scope = rest.join(' ');
    }
    return grant;
  } as typeof find;
}
