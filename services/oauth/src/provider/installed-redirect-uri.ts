import { type ClientRecord, isFirstPartyClient } from '@app-platform/contracts';
import {
  type Client,
  errors,
  type KoaContextWithOIDC,
  type default as Provider,
} from 'oidc-provider';
import type { ClientAdapter } from './client-adapter.ts';
import { clientMetadata } from './client-metadata.ts';

/**
 * Checks the redirect URI of a request against the version that the user's organization has installed.
 * Until the user has signed in, those of every installed version are accepted.
 * @throws InvalidRedirectUri, which is shown on a page; InvalidGrant in the exchange of a code
 */
export async function checkRedirectUri(
  { oidc }: KoaContextWithOIDC,
  clients: ClientAdapter,
  organizationId: string,
): Promise<void> {
  const { client, params, provider, route } = oidc;
  const isRefresh = route === 'token' && params?.grant_type !== 'authorization_code';
  if (!client || isRefresh || isFirstPartyClient(client.clientId)) return;
  const record = await clients.lookUp(client.clientId, organizationId);
  if (!record || isInstalledRedirectUri(provider, record, params?.redirect_uri)) return;
  if (route !== 'token') throw new errors.InvalidRedirectUri();
  throw new errors.InvalidGrant('the installed version does not have the redirect_uri');
}

/** @param record with the redirect URIs of the installed version */
export function isInstalledRedirectUri(
  provider: Provider,
  record: ClientRecord,
  redirectUri: unknown,
): boolean {
  const ClientModel = provider.Client as unknown as new (metadata: object) => Client;
  // oidc-provider's rule: an exact match, except for the port of a loopback address.
  return new ClientModel(clientMetadata(record)).redirectUriAllowed(String(redirectUri));
}
