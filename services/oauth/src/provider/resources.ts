import {
  ACCESS_TOKEN_SECONDS,
  isFirstPartyClient,
  MCP_ACCESS_TOKEN_SECONDS,
  mcpResource,
  type ResourceName,
  resourceName,
} from '@app-platform/contracts';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { SettingsStores } from '../organizations/settings-store.ts';
import { accountOf } from './provider-account.ts';

export const accessTokenSeconds: Record<ResourceName, number> = {
  api: ACCESS_TOKEN_SECONDS,
  mcp: MCP_ACCESS_TOKEN_SECONDS,
};

/** A resource as it is configured, which many clients end with a slash. */
export function normalizeResource(indicator: unknown, audience: string): unknown {
  const known = [audience, mcpResource(audience)];
  return known.find((one) => indicator === `${one}/`) ?? indicator;
}

/**
 * The resource of the request's code, device code, refresh token or parameter.
 * @param audience the registry's public address, which is the default
 */
export function requestedResource({ oidc }: KoaContextWithOIDC, audience: string): string {
  const { AuthorizationCode: code, RefreshToken: refreshToken, DeviceCode: device } = oidc.entities;
  const stored = code ?? device ?? refreshToken;
  const resource = stored?.resource ?? oidc.params?.resource;
  return typeof resource === 'string' ? resource : audience;
}

export type ResourceDependencies = {
  /** The registry's public address. */
  audience: string;
  /** Whether the registry has an MCP server. */
  hasMcp?: boolean;
  transactions: { readonly stores: SettingsStores };
};

/**
 * Checks a resource that a client requests. A first-party client has no use for the MCP server.
 * @throws InvalidTarget for any resource but one of the registry's, and for several
 */
export function checkResource(
  { oidc }: KoaContextWithOIDC,
  indicator: string,
  { audience, hasMcp = true }: Omit<ResourceDependencies, 'transactions'>,
): ResourceName {
  if (Array.isArray(oidc.params?.resource)) throw new errors.InvalidTarget('request one resource');
  const name = resourceName(indicator, audience);
  const isRefused = name === 'mcp' && (!hasMcp || isFirstPartyClient(oidc.client?.clientId));
  if (name && !isRefused) return name;
  throw new errors.InvalidTarget('the resource is not one of the registry');
}

/**
 * Checks that the user's organization allows assistants, where the request is for the MCP server.
 * @throws AccessDenied, and InvalidTarget in a token request
 */
export async function checkAssistants(
  context: KoaContextWithOIDC,
  { audience, transactions }: ResourceDependencies,
): Promise<void> {
  const account = accountOf(context.oidc.account);
  if (!account || resourceName(requestedResource(context, audience), audience) !== 'mcp') return;
  const { settings } = transactions.stores;
  if (await allowsAssistants(settings, account.organizationId)) return;
  const reason = 'the organization of the user allows no assistants';
  if (context.oidc.route === 'token') throw new errors.InvalidTarget(reason);
  throw new errors.AccessDenied(reason);
}

export async function allowsAssistants(
  settings: SettingsStores['settings'],
  organizationId: string,
): Promise<boolean> {
  return (await settings.find(organizationId)).assistants !== 'off';
}
