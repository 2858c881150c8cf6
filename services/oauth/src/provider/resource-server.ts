import type { KoaContextWithOIDC, ResourceServer } from 'oidc-provider';
import { SIGNING_ALGORITHM } from '../keys/signing-key.ts';
import { ACCESS_TOKEN_SECONDS } from './lifetimes.ts';
import { accountOf } from './platform-account.ts';
import { grantableScopes, requestedScopes } from './scopes.ts';

/** The registry as the resource that access tokens are for. Asked for in every request. */
export function resourceServer(
  context: KoaContextWithOIDC,
  audience: string,
  signingKeyId: string,
): ResourceServer {
  const account = accountOf(context.oidc.account);
  const asked = requestedScopes(context);
  // Before anybody has signed in, everything asked for may come to be granted.
  const scopes = account ? grantableScopes(asked, account.roles) : asked;
  return {
    scope: scopes.join(' '),
    audience,
    accessTokenTTL: ACCESS_TOKEN_SECONDS,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: SIGNING_ALGORITHM, kid: signingKeyId } },
  };
}
