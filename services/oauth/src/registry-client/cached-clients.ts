import { randomUUID, timingSafeEqual } from 'node:crypto';
import {
  changeKeys,
  type TokenRequestCheck,
  type TokenRequestClient,
  type TokenRequestVerdict,
} from '@app-platform/contracts';
import { credentialDigest } from '@app-platform/http-api';
import type { Clock, Logger, ServiceMetrics } from '@app-platform/runtime';
import { ChangeCache, ChangeFeed, type KindOfEntry } from '@app-platform/runtime/changes';
import type { RegistryClient } from './registry-client.ts';

export type CachedClientsOptions = {
  registry: RegistryClient;
  /** The most memory for what is kept. */
  cacheMegabytes: number;
  clock: Clock;
  logger: Logger;
  metrics: ServiceMetrics;
};

/**
 * What the registry says of clients in organizations, kept until the registry says that it changed. While its changes
 * are not known, each request asks the registry.
 */
export class CachedClients {
  readonly #registry: RegistryClient;
  readonly #clock: Clock;
  readonly #feed: ChangeFeed;
  readonly #clients: KindOfEntry<TokenRequestClient>;

  constructor({ registry, cacheMegabytes, clock, logger, metrics }: CachedClientsOptions) {
    this.#registry = registry;
    this.#clock = clock;
    const subscriber = randomUUID();
    this.#feed = new ChangeFeed({
      source: { read: (after) => registry.listChanges(subscriber, after) },
      // The registry waits for a change.
      pauseMilliseconds: 0,
      logger,
      metrics,
    });
    const capacityBytes = cacheMegabytes * 1_048_576;
    this.#clients = new ChangeCache({ feed: this.#feed, capacityBytes, metrics }).of('client');
  }

  start(): void {
    void this.#feed.start();
  }

  stop(): Promise<void> {
    return this.#feed.stop();
  }

  /**
   * Checks the secret and the installation.
   * @returns undefined for a client id or secret that cannot exist
   * @throws RegistryUnavailable if the registry has to be asked and does not answer
   */
  async check(check: TokenRequestCheck): Promise<TokenRequestVerdict | undefined> {
    const client = this.#feed.isFresh ? await this.#find(check) : undefined;
    if (!client) return this.#registry.checkTokenRequest(check);
    const { clientId, installedSince, redirectUris, ceilings, limit } = client;
    const secretValid = this.#isSecretOf(client, check.secret);
    return { clientId, secretValid, installedSince, redirectUris, ceilings, limit };
  }

  /** @returns undefined for an unknown client, and from a registry of the release before */
  #find({ clientId, organizationId }: TokenRequestCheck) {
    const key = `${clientId} ${organizationId}`;
    const read = async () => {
      const value = await this.#registry.findTokenRequestClient({ clientId, organizationId });
      if (!value) return undefined;
      const { app, organization, installationsOf } = changeKeys;
      const dependsOn = [
        app(value.app),
        organization(organizationId),
        organization(value.ownerId),
        installationsOf(organizationId),
      ];
      return { value, dependsOn };
    };
    return this.#clients.get(key) ?? this.#clients.read(key, read);
  }

  /** Compares in constant time. */
  #isSecretOf({ secrets }: TokenRequestClient, secret: string): boolean {
    const presented = credentialDigest(secret);
    const now = this.#clock();
    return secrets.some(
      ({ digest, expiresAt }) =>
        (expiresAt === null || new Date(expiresAt) > now) &&
        timingSafeEqual(Buffer.from(digest, 'base64'), presented),
    );
  }
}
