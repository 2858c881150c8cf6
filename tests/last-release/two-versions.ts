import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Child } from '@app-platform/testing/processes/child';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { PostgresqlServer } from '@app-platform/testing/servers/postgresql';
import { RedisServer } from '@app-platform/testing/servers/redis';
import { Relay } from '@app-platform/testing/servers/relay';
import { Replica } from '@app-platform/testing/servers/replica';
import { type ProductionPlatform, planProduction } from '../deploy/images/production-platform.ts';
import { withoutRateLimits } from '../platform/service-environment.ts';

const services = ['registry', 'oauth'] as const;
type Service = (typeof services)[number];
type Relays = Record<Service, { public: Relay; internal: Relay }>;

/** Both services of a version, which run. */
type Running = { version: string } & Record<Service, Replica>;

/** Longer than a broken connection takes to leave the pool of a client. */
const SETTLED_MILLISECONDS = 300;
/** Errors that PostgreSQL reports of a migration that is then tried again. */
const TRIED_AGAIN = /lock timeout|deadlock/;

/** Both services of two versions on the same databases and Redis, behind one address for each service. */
export class TwoVersions {
  readonly #folder: string;
  readonly #postgresql: PostgresqlServer;
  readonly #platform: ProductionPlatform;
  readonly #relays: Relays;
  readonly #replicas: Replica[] = [];
  readonly #crashes: string[] = [];

  private constructor(
    folder: string,
    postgresql: PostgresqlServer,
    platform: ProductionPlatform,
    relays: Relays,
  ) {
    this.#folder = folder;
    this.#postgresql = postgresql;
    this.#platform = platform;
    this.#relays = relays;
  }

  /** Starts PostgreSQL with two empty databases, and Redis. */
  static async create(folder: string): Promise<TwoVersions> {
    const postgresql = await PostgresqlServer.create(folder, await freePort());
    for (const service of services) {
      await postgresql.query('postgres', `CREATE DATABASE ${service}`);
    }
    const redis = new RedisServer(folder, await freePort());
    await redis.start();
    const platform = await planProduction(folder, {
      registryDatabaseUrl: postgresql.urlOf('registry'),
      oauthDatabaseUrl: postgresql.urlOf('oauth'),
      redisUrl: redis.url,
    });
    const relay = async (service: Service, name: string) =>
      Relay.start(Number(platform.variables[service][`${service.toUpperCase()}_${name}`]), 0);
    const pair = async (service: Service) => ({
      public: await relay(service, 'PORT'),
      internal: await relay(service, 'INTERNAL_PORT'),
    });
    const relays = { registry: await pair('registry'), oauth: await pair('oauth') };
    return new TwoVersions(folder, postgresql, platform, relays);
  }

  get addresses() {
    return this.#platform.addresses;
  }

  /** Runs the migrations of a version. */
  async migrate(version: string, builtFolder: string): Promise<void> {
    for (const service of services) {
      await Child.run({
        name: `migration of ${service} to ${version}`,
        command: [process.execPath, join(builtFolder, service, 'dist/migrate.js')],
        environment: {
          NODE_ENV: 'production',
          [`${service.toUpperCase()}_DATABASE_URL`]: this.#postgresql.urlOf(service),
        },
        logFile: join(this.#folder, 'migrations.log'),
      });
    }
  }

  /** Starts both services of a version, which the addresses do not lead to yet. */
  async start(version: string, builtFolder: string): Promise<Running> {
    const folder = join(this.#folder, version);
    await mkdir(folder);
    const start = async (service: Service) => {
      const replica = new Replica({
        ...{ service, folder, number: 1 },
        port: await freePort(),
        internalPort: await freePort(),
        program: join(builtFolder, service, 'dist/main.js'),
        environment: {
          NODE_ENV: 'production',
          ...this.#platform.variables[service],
          ...withoutRateLimits,
        },
        onCrash: (text) => void this.#crashes.push(`${version}: ${text}`),
      });
      this.#replicas.push(replica);
      await replica.start();
      return replica;
    };
    return { version, oauth: await start('oauth'), registry: await start('registry') };
  }

  /** Leads the addresses to the services of these versions. */
  async leadTo(versions: Record<Service, Running>): Promise<void> {
    for (const service of services) {
      const { port, internalPort } = versions[service][service];
      this.#relays[service].public.leadTo(port);
      this.#relays[service].internal.leadTo(internalPort);
    }
    await wait(SETTLED_MILLISECONDS);
  }

  /** Ends of services that nobody asked for, and statements that failed. */
  async faults(): Promise<string[]> {
    const lines = (await this.#postgresql.log()).split('\n');
    const errors = lines.filter((line) => line.includes('ERROR:') && !TRIED_AGAIN.test(line));
    return [...this.#crashes, ...errors];
  }

  /** Stops the services in order, and the rest. */
  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.stop()));
    this.#platform.close();
    for (const service of services) {
      await this.#relays[service].public.close();
      await this.#relays[service].internal.close();
    }
  }
}
