import { join } from 'node:path';
import { tokens } from '@app-platform/testing/credentials';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { serviceEnvironment, withoutRateLimits } from '../platform/service-environment.ts';
import type { BareOidcProviderSetup, CredentialsOrder } from './baselines/bare-oidc-provider.ts';
import {
  ALL_CONNECTIONS,
  MAIN_CONNECTIONS,
  type Row,
  rowName,
  type Side,
  type Suite,
  type Work,
} from './measure.ts';
import {
  createTokenClients,
  newCredentials,
  SCOPES,
  type TokenClient,
  type TokenClients,
} from './our-tokens.ts';
import { type RegistryDataset, startRegistryDataset } from './registry-dataset.ts';
import { freeServicePorts, type Servers, startBaseline, startService } from './servers.ts';
import { exchanging, refreshing, type TokenService } from './token-work.ts';

/** A registry of this size has 1,000 organizations, each with an app of its own. */
const REGISTRY_VERSIONS = 10_000;

const REFRESH_TARGETS: Record<number, number> = { 8: 1.5, 16: 2.2, 32: 2.5 };
const EXCHANGE_TARGETS: Record<number, number> = { [MAIN_CONNECTIONS]: 2 };

const operations = [
  { name: 'refresh', work: refreshing, targets: REFRESH_TARGETS },
  { name: 'code exchange', work: exchanging, targets: EXCHANGE_TARGETS },
];
const clientCounts = [1, 1_000];

const nameOf = (operation: string, clients: number, connections: number) =>
  rowName(
    `${operation}, ${clients === 1 ? 'one client' : '1,000 clients in 1,000 organizations'}`,
    connections,
  );

export const tokenSuite: Suite = {
  rowNames: operations.flatMap(({ name }) =>
    clientCounts.flatMap((clients) =>
      ALL_CONNECTIONS.map((connections) => nameOf(name, clients, connections)),
    ),
  ),
  start: async (servers) => {
    const platform = await startPlatform(servers);
    const withPg = await startProvider(servers, platform, 'oidc-provider with pg');
    const inMemory = await startProvider(servers, platform, 'bare oidc-provider in memory');
    return operations.flatMap(({ name, work, targets }) =>
      clientCounts.flatMap((count) => {
        const [ours, onPg, onMap] = [platform, withPg, inMemory].map(({ side, create }) =>
          work(tokenService(platform, side, create, count)),
        ) as [Work, Work, Work];
        return ALL_CONNECTIONS.map(
          (connections): Row => ({
            name: nameOf(name, count, connections),
            connections,
            ours,
            baselines: [{ work: onPg, target: targets[connections] }, { work: onMap }],
          }),
        );
      }),
    );
  },
};

type RunningProvider = { side: Side; create: TokenService['newCredentials'] };
type RunningPlatform = RunningProvider &
  TokenClients & {
    baseUrl: string;
    registry: RegistryDataset;
    /** Of both services. */
    environment: Record<string, string>;
  };

export function tokenService(
  { clients, clientSecret, redirectUri }: TokenClients,
  side: Side,
  create: TokenService['newCredentials'],
  count: number,
): TokenService {
  const clientIds = clients.slice(0, count).map(({ clientId }) => clientId);
  return { side, clientIds, clientSecret, redirectUri, newCredentials: create };
}

/** Both services, the registry with 1,000 organizations. */
export async function startPlatform(servers: Servers): Promise<RunningPlatform> {
  const { ours, redis } = servers;
  const registryPorts = await freeServicePorts();
  const oauthPorts = await freeServicePorts();
  const urlOf = (port: number) => `http://127.0.0.1:${port}`;
  const addresses = {
    baseUrl: urlOf(registryPorts.port),
    registryInternalUrl: urlOf(registryPorts.internalPort),
    oauthUrl: urlOf(oauthPorts.port),
    oauthInternalUrl: urlOf(oauthPorts.internalPort),
  };
  const databases = { registry: ours.urlOf('registry_tokens'), oauth: ours.urlOf('oauth') };
  const environment = {
    ...serviceEnvironment(addresses, databases),
    ...withoutRateLimits,
    REDIS_URL: redis.url,
  };
  await ours.createDatabase('oauth', join(repositoryFolder, 'prisma/oauth'));
  // In production the service refuses an issuer without TLS. No request differs.
  const development = { ...environment, NODE_ENV: 'development' };
  const oauthProcess = await startService(servers, 'oauth', oauthPorts, development);
  const registry = await startRegistryDataset(servers, {
    ...{ versions: REGISTRY_VERSIONS, name: 'registry_tokens', baselines: [] },
    ...{ ports: registryPorts, environment },
  });
  const clients = await createTokenClients(servers, registry.databaseName, {
    ...addresses,
    ...tokens,
  });
  const byId = new Map(clients.clients.map((client) => [client.clientId, client]));
  return {
    ...clients,
    baseUrl: addresses.baseUrl,
    registry,
    environment,
    side: {
      name: 'ours',
      port: oauthPorts.port,
      processes: {
        node: [oauthProcess, ...registry.ours.processes.node],
        postgresql: [ours.processId],
        redis: [redis.processId],
      },
    },
    create: (kind, clientIds) =>
      newCredentials(
        servers,
        kind,
        clientIds.map((id) => byId.get(id) as TokenClient),
      ),
  };
}

/** oidc-provider as it comes, with the same clients as ours. */
async function startProvider(
  { baseline, folder }: Servers,
  { clients, clientSecret, redirectUri, baseUrl }: RunningPlatform,
  name: 'oidc-provider with pg' | 'bare oidc-provider in memory',
): Promise<RunningProvider> {
  const usesDatabase = name === 'oidc-provider with pg';
  if (usesDatabase) await baseline.query('postgres', 'CREATE DATABASE oidc');
  const setup: BareOidcProviderSetup = {
    ...{ clientSecret, redirectUri, audience: baseUrl, scope: SCOPES.join(' ') },
    clientIds: clients.map(({ clientId }) => clientId),
    ...(usesDatabase && { databaseUrl: baseline.urlOf('oidc') }),
  };
  const { port, processId } = await startBaseline('bare-oidc-provider', folder, setup);
  const create: RunningProvider['create'] = async (kind, clientIds) => {
    const order: CredentialsOrder = { kind, clientIds };
    const url = `http://127.0.0.1:${port}/credentials`;
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(order) });
    return (await response.json()) as string[];
  };
  const postgresql = usesDatabase ? [baseline.processId] : [];
  return { side: { name, port, processes: { node: [processId], postgresql, redis: [] } }, create };
}
