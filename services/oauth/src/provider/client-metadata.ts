import { randomBytes } from 'node:crypto';
import { acceptedRedirectUris } from '@app-platform/app-definition';
import type { ClientRecord } from '@app-platform/contracts';
import type { ClientMetadata } from 'oidc-provider';

/**
 * oidc-provider requires a secret. This placeholder is never compared: the registry checks secrets.
 */
const PLACEHOLDER_SECRET = randomBytes(32).toString('base64url');

export type KnownClient = Pick<ClientRecord, 'clientId' | 'hasSecret' | 'redirectUris'> & {
  /** Whether a loopback port is compared too. The redirect URIs are http or https then. */
  hasExactRedirectUris?: boolean;
};

/**
 * oidc-provider's metadata of a client. It is valid whatever the record holds, so that redirect URIs
 * never stand in the way of a refresh or a revocation.
 */
export function clientMetadata({
  clientId,
  hasSecret,
  redirectUris: registered,
  hasExactRedirectUris = false,
}: KnownClient): ClientMetadata {
  const { redirectUris, isNative } = hasExactRedirectUris
    ? { redirectUris: registered, isNative: false }
    : acceptedRedirectUris(registered);
  // oidc-provider requires a redirect URI of a client that may ask for codes.
  const mayAuthorize = redirectUris.length > 0;
  return {
    client_id: clientId,
    ...(hasSecret && { client_secret: PLACEHOLDER_SECRET }),
    token_endpoint_auth_method: hasSecret ? 'client_secret_post' : 'none',
    redirect_uris: redirectUris,
    grant_types: mayAuthorize ? ['authorization_code', 'refresh_token'] : ['refresh_token'],
    response_types: mayAuthorize ? ['code'] : [],
    // RFC 8252: a loopback port may differ, and private-use schemes are allowed.
    application_type: isNative ? 'native' : 'web',
  };
}
