import { join } from 'node:path';
import { Child } from '@app-platform/testing/processes/child';
import { freePorts } from '@app-platform/testing/processes/free-ports';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { type ClockFile, createClockFile } from '@app-platform/testing/servers/clock-file';
import { startLoadBalancer } from '@app-platform/testing/servers/load-balancer';
import { PostgresqlServer } from '@app-platform/testing/servers/postgresql';
import { RedisServer } from '@app-platform/testing/servers/redis';
import { Relay } from '@app-platform/testing/servers/relay';
import { Replica, type ServiceName } from '@app-platform/testing/servers/replica';
import { serviceEnvironment, withoutRateLimits } from './service-environment.ts';

/** Long enough to bridge every outage here: whoever lost an answer asks again after it. */
export const GRACE_SECONDS = 60;

/** Two replicas of each service behind a load balancer, on whatever storage. */
export type ReplicatedServices = {
  folder: string;
  baseUrl: string;
  oauthUrl: string;
  /** What lies between the services. */
  network: { oauthToRegistry: Relay; registryToOauth: Relay };
  /** What every replica is configured with. */
  environment: Record<string, string>;
  replicas: Record<ServiceName, [Replica, Replica]>;
  /** The time that the second replica of each service believes in. */
  clock: ClockFile;
  /** Every end of a process that nobody asked for. */
  crashes: string[];
  close(): Promise<void>;
};

/** The same on a PostgreSQL and a Redis of their own, and a read replica of the registry. */
export type Cluster = ReplicatedServices & {
  postgresql: PostgresqlServer;
  standby: PostgresqlServer;
  redis: RedisServer;
};

/** Where the services keep what they know. */
export type Storage = {
  urlOf(database: string): string;
  /** The variables that name Redis, and read replicas. */
  servers: Record<string, string>;
};

/** What the services' databases are called, and where their migrations are. */
export const databases = ['registry', 'oauth'].map((name) => ({
  name,
  migrations: join(repositoryFolder, 'prisma', name),
}));

export async function startCluster(folder: string): Promise<Cluster> {
  const [port = 0, standbyPort = 0, redisPort = 0] = await freePorts(3);
  const postgresql = await PostgresqlServer.create(folder, port);
  for (const { name, migrations } of databases) await postgresql.createDatabase(name, migrations);
  const standby = await PostgresqlServer.createStandby(postgresql, folder, standbyPort);
  const redis = new RedisServer(folder, redisPort);
  await redis.start();
  const urlOf = (database: string) => postgresql.urlOf(database);
  const servers = { REDIS_URL: redis.url, REGISTRY_REPLICA_URL: standby.urlOf('registry') };
  const services = await startServices(folder, { urlOf, servers });
  return { ...services, postgresql, standby, redis };
}

export async function startServices(folder: string, storage: Storage): Promise<ReplicatedServices> {
  const ports = new PortsByName(await freePorts(14));
  const network = {
    oauthToRegistry: await Relay.start(ports.of('to-registry'), ports.of('registry-internal')),
    registryToOauth: await Relay.start(ports.of('to-oauth'), ports.of('oauth-internal')),
  };
  const clock = await createClockFile(folder);
  const crashes: string[] = [];
  const baseUrl = `http://127.0.0.1:${ports.of('registry')}`;
  const oauthUrl = `http://127.0.0.1:${ports.of('oauth')}`;
  const environment = environmentOf({ baseUrl, oauthUrl, network }, storage);
  const replica = (service: ServiceName, number: number) =>
    new Replica({
      ...{ service, number, folder },
      // One of them sees the machine's own time.
      environment: { ...environment, ...(number === 2 && clock.environment) },
      port: ports.of(`${service}-${number}`),
      internalPort: ports.of(`${service}-${number}-internal`),
      onCrash: (text) => void crashes.push(text),
    });
  const replicas: ReplicatedServices['replicas'] = {
    registry: [replica('registry', 1), replica('registry', 2)],
    oauth: [replica('oauth', 1), replica('oauth', 2)],
  };
  await startLoadBalancer(folder, balancedBy(ports, replicas));
  await Promise.all(allReplicas({ replicas }).map((one) => one.start()));
  const close = async () => {
    for (const one of allReplicas({ replicas })) await one.kill();
    await network.oauthToRegistry.close();
    await network.registryToOauth.close();
    await Child.endAll();
  };
  return {
    ...{ folder, baseUrl, oauthUrl, network, environment },
    ...{ replicas, clock, crashes, close },
  };
}

export function allReplicas({ replicas }: Pick<ReplicatedServices, 'replicas'>): Replica[] {
  return [...replicas.registry, ...replicas.oauth];
}

class PortsByName {
  readonly #free: number[];
  readonly #given = new Map<string, number>();

  constructor(free: number[]) {
    this.#free = free;
  }

  of(name: string): number {
    const port = this.#given.get(name) ?? this.#free.pop();
    if (port === undefined) throw new Error('there are more names than ports');
    this.#given.set(name, port);
    return port;
  }
}

function environmentOf(
  { baseUrl, oauthUrl, network }: Pick<ReplicatedServices, 'baseUrl' | 'oauthUrl' | 'network'>,
  { urlOf, servers }: Storage,
) {
  const addresses = {
    ...{ baseUrl, oauthUrl },
    registryInternalUrl: network.oauthToRegistry.url,
    oauthInternalUrl: network.registryToOauth.url,
  };
  return {
    ...serviceEnvironment(addresses, { registry: urlOf('registry'), oauth: urlOf('oauth') }),
    ...withoutRateLimits,
    ...servers,
    WEBHOOKS_ALLOW_LOOPBACK: 'true',
    REFRESH_GRACE_SECONDS: String(GRACE_SECONDS),
    // The load balancer: every client has an address of its own.
    TRUSTED_PROXIES: '1',
    // Several times as long as the load balancer needs to notice.
    DRAIN_MILLISECONDS: '2500',
  };
}

function balancedBy(ports: PortsByName, replicas: ReplicatedServices['replicas']) {
  return (['registry', 'oauth'] as const).flatMap((service) => [
    { name: service, port: ports.of(service), replicas: replicas[service] },
    {
      name: `${service}-internal`,
      port: ports.of(`${service}-internal`),
      replicas: replicas[service].map(({ internalPort }) => ({ port: internalPort, internalPort })),
    },
  ]);
}
