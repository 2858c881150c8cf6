import { randomBytes } from 'node:crypto';
import type { ClientRecord } from '@app-platform/contracts';
import type { ClientMetadata } from 'oidc-provider';

/**
 * oidc-provider wants a secret to be there; the registry knows the real one, and is asked. So this
 * stands in for all of them, and nothing is ever compared with it.
 */
const STAND_IN_SECRET = randomBytes(32).toString('base64url');

/** An app without a redirect URI is a client all the same: it can refresh and revoke. */
const NO_REDIRECT_URI = 'https://no-redirect-uri-is-registered.invalid/';

/** A client as oidc-provider wants it, from what the registry knows of an app. */
export function clientMetadata({
  clientId,
  hasSecret,
  redirectUris,
}: ClientRecord): ClientMetadata {
  const isNative = redirectUris.some((uri) => !uri.startsWith('https:'));
  return {
    client_id: clientId,
    ...(hasSecret && { client_secret: STAND_IN_SECRET }),
    token_endpoint_auth_method: hasSecret ? 'client_secret_post' : 'none',
    redirect_uris: redirectUris.length > 0 ? redirectUris : [NO_REDIRECT_URI],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // RFC 8252: a loopback port may differ, and private-use schemes are allowed.
    application_type: isNative ? 'native' : 'web',
  };
}
