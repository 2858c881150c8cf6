import { ACCESS_TOKEN_SECONDS } from '@app-platform/contracts';
import type { KoaContextWithOIDC, ResourceServer } from 'oidc-provider';
import { SIGNING_ALGORITHM } from '../keys/signing-key-store.ts';
import { accountOf } from './platform-account.ts';
import { checkScopeLimits, grantableScopes, requestedScopes, withinLimits } from './scopes.ts';

/** The registry, as the resource server of every access token. */
export function resourceServer(
  context: KoaContextWithOIDC,
  audience: string,
  signingKeyId: string,
): ResourceServer {
  // A refresh may ask for fewer scopes. Authorization requests are checked before.
  checkScopeLimits(context.oidc.params?.scope);
  const account = accountOf(context.oidc.account);
  const asked = requestedScopes(context);
  // Before the sign-in every requested scope may still be granted.
  const scopes = account ? withinLimits(grantableScopes(asked, account)) : asked;
  return {
    scope: scopes.join(' '),
    audience,
    accessTokenTTL: ACCESS_TOKEN_SECONDS,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: SIGNING_ALGORITHM, kid: signingKeyId } },
  };
}
