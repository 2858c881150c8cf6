import { randomBytes } from 'node:crypto';
import { isLoopbackHttps } from '@app-platform/app-definition';
import type { ClientRecord } from '@app-platform/contracts';
import type { ClientMetadata } from 'oidc-provider';

/**
 * oidc-provider requires a secret. This placeholder is never compared: the registry checks secrets.
 */
const PLACEHOLDER_SECRET = randomBytes(32).toString('base64url');

/** oidc-provider rejects a client without one, but such an app can still refresh and revoke. */
const NO_REDIRECT_URI = 'https://no-redirect-uri-is-registered.invalid/';

/** oidc-provider's metadata of a client. */
export function clientMetadata({
  clientId,
  hasSecret,
  redirectUris,
}: ClientRecord): ClientMetadata {
  const isNative = redirectUris.some((uri) => !/^https:/i.test(uri));
  // Versions that were registered before the rule may have some. They must not refuse the client.
  const accepted = isNative ? redirectUris.filter((uri) => !isLoopbackHttps(uri)) : redirectUris;
  return {
    client_id: clientId,
    ...(hasSecret && { client_secret: PLACEHOLDER_SECRET }),
    token_endpoint_auth_method: hasSecret ? 'client_secret_post' : 'none',
    redirect_uris: accepted.length > 0 ? accepted : [NO_REDIRECT_URI],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    // RFC 8252: a loopback port may differ, and private-use schemes are allowed.
    application_type: isNative ? 'native' : 'web',
  };
}
