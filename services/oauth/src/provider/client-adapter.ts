import type { ClientRecord } from '@app-platform/contracts';
import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { RegistryClient } from '../registry-client/registry-client.ts';
import type { ProviderRecordStore } from '../storage/provider-record-store.ts';
import { clientMetadata } from './client-metadata.ts';

type RequestMemory = Map<string, Promise<ClientRecord | undefined>>;

/**
 * Finds clients in the registry, anew for every request, so that an uninstallation or a new secret
 * counts from the next one on. Within a request oidc-provider may look a client up twice.
 */
export class ClientAdapter implements Adapter {
  readonly #registry: RegistryClient;
  readonly #records: Pick<ProviderRecordStore, 'organizationOf'>;
  readonly #memories = new WeakMap<object, RequestMemory>();

  constructor(registry: RegistryClient, records: Pick<ProviderRecordStore, 'organizationOf'>) {
    this.#registry = registry;
    this.#records = records;
  }

  /**
   * @returns nothing for a client that is not known and shows a secret in the `Authorization` header:
   *   oidc-provider then answers 401 with a challenge (RFC 6749 section 5.2)
   * @throws InvalidClient (400) for any other that is not known, or not installed anywhere
   */
  async find(clientId: string): Promise<AdapterPayload | undefined> {
    const record = await this.lookUp(clientId, await this.#organizationOfToken());
    if (!record && Provider.ctx?.get('authorization')) return undefined;
    if (!record) throw new errors.InvalidClient('there is no such client');
    if (!record.installed) throw new errors.InvalidClient('the app is not installed');
    return clientMetadata(record) as AdapterPayload;
  }

  /** @throws InvalidClient (400) where an organization has not installed the app */
  async installedSince(clientId: string, organizationId: string): Promise<Date> {
    const record = await this.lookUp(clientId, organizationId);
    if (!record?.installedSince) throw new errors.InvalidClient('the app is not installed');
    return new Date(record.installedSince);
  }

  /** Whether an organization has installed the app, and not anew since. @param since in milliseconds */
  async isInstallation(
    clientId: string,
    organizationId: string,
    since: number | undefined,
  ): Promise<boolean> {
    const installedSince = (await this.lookUp(clientId, organizationId))?.installedSince;
    return Boolean(installedSince) && Date.parse(installedSince ?? '') === since;
  }

  /** What the registry knows of a client, asked once in a request. */
  lookUp(clientId: string, organizationId?: string): Promise<ClientRecord | undefined> {
    const request = Provider.ctx;
    if (!request) return this.#registry.findClient(clientId, organizationId);
    const memory: RequestMemory = this.#memories.get(request) ?? new Map();
    this.#memories.set(request, memory);
    const key = `${clientId} ${organizationId ?? ''}`;
    const asked = memory.get(key) ?? this.#registry.findClient(clientId, organizationId);
    memory.set(key, asked);
    return asked;
  }

  /**
   * Of a token request, whose code or refresh token tells which organization will be asked about:
   * so the registry is asked once.
   */
  async #organizationOfToken(): Promise<string | undefined> {
    const { route, params } = Provider.ctx?.oidc ?? {};
    if (route !== 'token') return undefined;
    const { refresh_token: refreshToken, code } = params ?? {};
    if (typeof refreshToken === 'string') {
      return this.#records.organizationOf('RefreshToken', refreshToken);
    }
    return typeof code === 'string'
      ? this.#records.organizationOf('AuthorizationCode', code)
      : undefined;
  }

  async upsert(): Promise<void> {
    throw new Error('clients are registered at the registry');
  }

  async consume(): Promise<void> {
    throw new Error('a client is not consumed');
  }

  async destroy(): Promise<void> {
    throw new Error('clients are removed at the registry');
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
