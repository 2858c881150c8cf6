import { randomBytes } from 'node:crypto';
import { acceptedRedirectUris } from '@app-platform/app-definition';
import type { ClientRecord } from '@app-platform/contracts';
import type { ClientMetadata, KoaContextWithOIDC } from 'oidc-provider';
import { webOriginOf } from '../endpoints/console-origins.ts';
import { DEVICE_GRANT } from './device-flow.ts';

/**
 * oidc-provider requires a secret. This placeholder is never compared: the registry checks secrets.
 */
const PLACEHOLDER_SECRET = randomBytes(32).toString('base64url');

export type KnownClient = Pick<ClientRecord, 'clientId' | 'hasSecret' | 'redirectUris'> & {
  /** The user's, where a token request shows it; else the owner's. */
  organizationId?: string;
  /** Whether a loopback port is compared too. The redirect URIs are http or https then. */
  hasExactRedirectUris?: boolean;
  /** Whether it may use the device flow (RFC 8628). */
  hasDeviceGrant?: boolean;
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
  hasDeviceGrant = false,
}: KnownClient): ClientMetadata {
  const { redirectUris, isNative } = hasExactRedirectUris
    ? { redirectUris: registered, isNative: false }
    : acceptedRedirectUris(registered);
  // oidc-provider requires a redirect URI of a client that may request codes.
  const mayAuthorize = redirectUris.length > 0;
  return {
    client_id: clientId,
    ...(hasSecret && { client_secret: PLACEHOLDER_SECRET }),
    token_endpoint_auth_method: hasSecret ? 'client_secret_post' : 'none',
    redirect_uris: redirectUris,
    grant_types: [
      ...(mayAuthorize ? ['authorization_code'] : []),
      'refresh_token',
      ...(hasDeviceGrant ? [DEVICE_GRANT] : []),
    ],
    response_types: mayAuthorize ? ['code'] : [],
    // RFC 8252: a loopback port may differ, and private-use schemes are allowed.
    application_type: isNative ? 'native' : 'web',
  };
}

/** The clients of requests, also of those that are refused because the app is not installed. */
const clientsOfRequests = new WeakMap<object, KnownClient>();

export function noteClient(context: object | undefined, client: KnownClient): void {
  if (context) clientsOfRequests.set(context, client);
}

/** The client of a request, if it is known. */
export function clientOf(context: object): KnownClient | undefined {
  return clientsOfRequests.get(context);
}

/**
 * A client without a secret can run in a browser, on the origins of its redirect URIs. The secret of any
 * other client does not belong in a browser. oidc-provider answers 400 where this is false.
 */
export function isRegisteredOrigin(context: object, origin: string): boolean {
  const client = clientOf(context);
  if (!client || client.hasSecret) return false;
  const { redirect_uris: redirectUris = [] } = clientMetadata(client);
  return redirectUris.some((uri) => webOriginOf(uri) === origin);
}

/**
 * oidc-provider allows every origin until it knows the client. This denies until it is known, and lets
 * allowed origins read why an app without an installation is refused.
 */
export async function denyForeignOrigins(
  context: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> {
  await next();
  const origin = context.get('Origin');
  if (context.method !== 'POST' || !origin) return;
  context.remove('Access-Control-Allow-Origin');
  context.remove('Access-Control-Expose-Headers');
  if (!isRegisteredOrigin(context, origin)) return;
  context.vary('Origin');
  context.set('Access-Control-Allow-Origin', origin);
  context.set('Access-Control-Expose-Headers', 'WWW-Authenticate, Retry-After');
}
