import {
  type AppLimit,
  type ClientRecord,
  firstPartyCeilings,
  isFirstPartyClient,
  noCeilings,
  type RoleCeilings,
} from '@app-platform/contracts';
import Provider, {
  type Adapter,
  type AdapterPayload,
  errors,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { CLIENT_ID, type RegistryClient } from '../registry-client/registry-client.ts';
import { clientMetadata, noteClient } from './client-metadata.ts';
import { type FirstPartyRedirectUris, firstPartyClient } from './first-party-clients.ts';
import { allowsRedirectUri } from './oidc-provider-internals.ts';
import type { ProviderTransactions } from './provider-transactions.ts';

type RequestCache = Map<string, Promise<ClientRecord | undefined>>;

/** An organization's installation of a client's app, or a first-party client, which needs none. */
export type ClientInstallation = {
  installedSince: Date | undefined;
  ceilings: RoleCeilings;
  /** Who may use the app; everybody where it is left out or null. */
  limit?: AppLimit | null | undefined;
};

/**
 * Finds clients in the registry. The cache lives for one request, in which oidc-provider may look a
 * client up twice: an uninstallation or a new secret counts from the next request on.
 */
export class ClientAdapter implements Adapter {
  readonly #registry: RegistryClient;
  readonly #transactions: Pick<ProviderTransactions, 'stores'>;
  readonly #firstParty: FirstPartyRedirectUris;
  readonly #caches = new WeakMap<object, RequestCache>();
  /** The requests of apps that are not installed, or of suspended organizations. */
  readonly #refusals = new WeakMap<object, errors.InvalidClient>();

  constructor(
    registry: RegistryClient,
    transactions: Pick<ProviderTransactions, 'stores'>,
    firstParty: FirstPartyRedirectUris = {},
  ) {
    this.#registry = registry;
    this.#transactions = transactions;
    this.#firstParty = firstParty;
  }

  /**
   * @returns undefined for an unknown client that uses the `Authorization` header: oidc-provider then
   *   answers 401 with a challenge (RFC 6749 section 5.2)
   * @throws InvalidClient (400) for any other unknown client, for an app that is not installed (in a
   *   token request by the organization of its code or refresh token) unless its secret is checked
   *   first, and for a blocked app, which can only revoke and introspect its tokens
   */
  async find(clientId: string): Promise<AdapterPayload | undefined> {
    const firstParty = firstPartyClient(this.#firstParty, clientId);
    if (firstParty) {
      noteClient(Provider.ctx, firstParty);
      return clientMetadata(firstParty) as AdapterPayload;
    }
    const organizationId = await this.#organizationOfToken(clientId);
    const record = await this.lookUp(clientId, organizationId);
    if (!record && Provider.ctx?.get('authorization')) return undefined;
    if (!record) throw new errors.InvalidClient('there is no such client');
    const user = organizationId !== undefined && { organizationId };
    noteClient(Provider.ctx, { ...record, ...user });
    if (!isAboutToken(Provider.ctx?.oidc.route)) refuseBlocked(record);
    const isInstalled = organizationId ? record.installedSince !== null : record.installed;
    if (!isInstalled) {
      const checksSecret = record.hasSecret && Provider.ctx?.oidc.route !== 'authorization';
      const refusal = refusalOf(record);
      if (!checksSecret || !Provider.ctx) throw refusal;
      this.#refusals.set(Provider.ctx, refusal);
    }
    return clientMetadata(record) as AdapterPayload;
  }

  /**
   * Called after the client's secret was accepted: other callers learn nothing about installations.
   * @throws InvalidClient (400) if the app that the request found is not installed, or its organization
   *   is suspended
   */
  refuseUninstalled(context: object): void {
    const refusal = this.#refusals.get(context);
    if (refusal) throw refusal;
  }

  /**
   * @throws InvalidClient (400) if the organization has not installed the app, or is suspended
   */
  async installation(clientId: string, organizationId: string): Promise<ClientInstallation> {
    if (isFirstPartyClient(clientId)) {
      await this.#refuseSuspended(organizationId);
      return { installedSince: undefined, ceilings: firstPartyCeilings[clientId] };
    }
    const record = await this.lookUp(clientId, organizationId);
    if (record) refuseBlocked(record);
    if (!record?.installedSince) throw refusalOf(record);
    const { installedSince, ceilings = noCeilings, limit } = record;
    return { installedSince: new Date(installedSince), ceilings, limit };
  }

  /**
   * Whether the organization's installation of the app is the one of that time.
   * @param since in milliseconds; undefined for a first-party client
   */
  async isInstallation(
    clientId: string,
    organizationId: string,
    since: number | undefined,
  ): Promise<boolean> {
    if (isFirstPartyClient(clientId)) return since === undefined;
    const installedSince = (await this.lookUp(clientId, organizationId))?.installedSince;
    return Boolean(installedSince) && Date.parse(installedSince ?? '') === since;
  }

  /** The name of a user's organization. */
  async organizationName(clientId: string, organizationId: string): Promise<string | undefined> {
    return (await this.lookUp(clientId, organizationId))?.organizationName ?? undefined;
  }

  async #refuseSuspended(organizationId: string): Promise<void> {
    const organization = await this.#registry.findOrganization(organizationId);
    if (organization) refuseSuspended(organization);
  }

  /** Reads a client from the registry, once per request. */
  lookUp(clientId: string, organizationId?: string): Promise<ClientRecord | undefined> {
    const request = Provider.ctx;
    if (!request) return this.#registry.findClient(clientId, organizationId);
    const cache: RequestCache = this.#caches.get(request) ?? new Map();
    this.#caches.set(request, cache);
    const key = `${clientId} ${organizationId ?? ''}`;
    const asked = cache.get(key) ?? this.#registry.findClient(clientId, organizationId);
    cache.set(key, asked);
    return asked;
  }

  /**
   * The organization of a token request's code or refresh token. With it the client and its
   * installation are one call of the registry.
   */
  async #organizationOfToken(clientId: string): Promise<string | undefined> {
    const { route, params } = Provider.ctx?.oidc ?? {};
    if (route !== 'token' || !CLIENT_ID.test(clientId)) return undefined;
    const { refresh_token: refreshToken, code } = params ?? {};
    const { records } = this.#transactions.stores;
    if (typeof refreshToken === 'string') {
      return records.organizationOf('RefreshToken', refreshToken, clientId);
    }
    return typeof code === 'string'
      ? records.organizationOf('AuthorizationCode', code, clientId)
      : undefined;
  }

  async upsert(): Promise<void> {
    throw new Error('clients are registered in the registry');
  }

  async consume(): Promise<void> {
    throw new Error('a client is not consumed');
  }

  async destroy(): Promise<void> {
    throw new Error('clients are removed in the registry');
  }

  async revokeByGrantId(): Promise<void> {
    throw new Error('a client belongs to no grant');
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
}

/** Why an app without an installation is refused. */
function refusalOf(record: Suspension & PolicyResult = {}): errors.InvalidClient {
  if (typeof record.suspendedReason === 'string') {
    return new OrganizationSuspended(record.suspendedReason);
  }
  return record.refusedByPolicy
    ? new RefusedByPolicy()
    : new errors.InvalidClient('the app is not installed');
}

function isAboutToken(route: string | undefined): boolean {
  return route === 'revocation' || route === 'introspection';
}

/** Only these may be in an `error_description` (RFC 6749 appendix A.8). */
const REFUSED_CHARACTERS = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/gu;

function inDescription(reason: string): string {
  return reason.replaceAll('"', "'").replaceAll(REFUSED_CHARACTERS, '?');
}

/** The operator suspends the user's organization. */
export class OrganizationSuspended extends errors.InvalidClient {
  /** For people: as the operator wrote it. */
  readonly reason: string;

  constructor(reason: string) {
    super(`the operator of this platform has suspended the organization: ${inDescription(reason)}`);
    this.reason = reason;
  }
}

/** An organization, or a client that was looked up for one. */
type Suspension = Pick<ClientRecord, 'suspendedReason'>;

/** @throws OrganizationSuspended (400 `invalid_client`) */
export function refuseSuspended({ suspendedReason }: Suspension): void {
  if (typeof suspendedReason === 'string') throw new OrganizationSuspended(suspendedReason);
}

/** The policy of the user's organization does not allow the app, which is installed. */
export class RefusedByPolicy extends errors.InvalidClient {
  constructor() {
    super('the policy of the organization does not allow the app');
  }
}

type PolicyResult = Pick<ClientRecord, 'refusedByPolicy'>;

/** @throws RefusedByPolicy (400 `invalid_client`) */
export function refuseByPolicy({ refusedByPolicy }: PolicyResult): void {
  if (refusedByPolicy) throw new RefusedByPolicy();
}

/** The operator blocks the client's app. */
export class AppBlocked extends errors.InvalidClient {
  /** For people: as the operator wrote it. */
  readonly reason: string;

  constructor(reason: string) {
    super(`the operator of this platform has blocked the app: ${inDescription(reason)}`);
    this.reason = reason;
  }
}

/** @throws AppBlocked (400 `invalid_client`) */
export function refuseBlocked({ blockedReason }: Pick<ClientRecord, 'blockedReason'>): void {
  if (typeof blockedReason === 'string') throw new AppBlocked(blockedReason);
}

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
  if (!client || isRefresh || route === 'userinfo' || isFirstPartyClient(client.clientId)) return;
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
  return allowsRedirectUri(provider, clientMetadata(record), redirectUri);
}
