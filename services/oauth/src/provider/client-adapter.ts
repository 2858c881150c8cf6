import {
  type ClientRecord,
  firstPartyCeilings,
  isFirstPartyClient,
  noCeilings,
  type RoleCeilings,
} from '@app-platform/contracts';
import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { CLIENT_ID, type RegistryClient } from '../registry-client/registry-client.ts';
import type { ProviderRecordStore } from '../storage/provider-record-store.ts';
import { refuseBlocked } from './app-blocked.ts';
import { clientMetadata } from './client-metadata.ts';
import { noteClient } from './cross-origin-requests.ts';
import { type FirstPartyRedirectUris, firstPartyClient } from './first-party-clients.ts';

type RequestCache = Map<string, Promise<ClientRecord | undefined>>;

/** An organization's installation of a client's app, or a first-party client, which needs none. */
export type ClientInstallation = { installedSince: Date | undefined; ceilings: RoleCeilings };

/**
 * Finds clients in the registry. The cache lives for one request, in which oidc-provider may look a
 * client up twice: an uninstallation or a new secret counts from the next request on.
 */
export class ClientAdapter implements Adapter {
  readonly #registry: RegistryClient;
  readonly #records: Pick<ProviderRecordStore, 'organizationOf'>;
  readonly #firstParty: FirstPartyRedirectUris;
  readonly #caches = new WeakMap<object, RequestCache>();
  readonly #uninstalled = new WeakSet<object>();

  constructor(
    registry: RegistryClient,
    records: Pick<ProviderRecordStore, 'organizationOf'>,
    firstParty: FirstPartyRedirectUris = {},
  ) {
    this.#registry = registry;
    this.#records = records;
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
    noteClient(Provider.ctx, record);
    if (!isAboutToken(Provider.ctx?.oidc.route)) refuseBlocked(record);
    const isInstalled = organizationId ? record.installedSince !== null : record.installed;
    if (!isInstalled) {
      const checksSecret = record.hasSecret && Provider.ctx?.oidc.route !== 'authorization';
      if (!checksSecret || !Provider.ctx) throw notInstalled();
      this.#uninstalled.add(Provider.ctx);
    }
    return clientMetadata(record) as AdapterPayload;
  }

  /**
   * Called when the client's secret was valid: to others nothing is told about installations.
   * @throws InvalidClient (400) if the app that the request found is not installed
   */
  refuseUninstalled(context: object): void {
    if (this.#uninstalled.has(context)) throw notInstalled();
  }

  /** @throws InvalidClient (400) if the organization has not installed the app */
  async installation(clientId: string, organizationId: string): Promise<ClientInstallation> {
    if (isFirstPartyClient(clientId)) {
      return { installedSince: undefined, ceilings: firstPartyCeilings[clientId] };
    }
    const record = await this.lookUp(clientId, organizationId);
    if (record) refuseBlocked(record);
    if (!record?.installedSince) throw notInstalled();
    const { installedSince, ceilings = noCeilings } = record;
    return { installedSince: new Date(installedSince), ceilings };
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
    if (typeof refreshToken === 'string') {
      return this.#records.organizationOf('RefreshToken', refreshToken, clientId);
    }
    return typeof code === 'string'
      ? this.#records.organizationOf('AuthorizationCode', code, clientId)
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

function notInstalled() {
  return new errors.InvalidClient('the app is not installed');
}

function isAboutToken(route: string | undefined): boolean {
  return route === 'revocation' || route === 'introspection';
}
