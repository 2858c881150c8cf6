import type { KoaContextWithOIDC } from 'oidc-provider';
import { clientMetadata, type KnownClient } from './client-metadata.ts';

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

/** A private-use scheme has the origin `null`, which every sandboxed frame has too. */
export function webOriginOf(uri: string): string | undefined {
  const { protocol, origin } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
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
