import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { migrateDatabase } from '@app-platform/runtime/database';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import type { RelayMode } from '@app-platform/testing/servers/relay';
import type { Replica, ServiceName } from '@app-platform/testing/servers/replica';
import type { Cluster } from '../platform/cluster.ts';
import { killedInCleanUp } from './clean-up.ts';
import type { Fault } from './fault.ts';

const services: ServiceName[] = ['registry', 'oauth'];

const stopAll = (replicas: Replica[]) => Promise.all(replicas.map((replica) => replica.stop()));
const startAll = (replicas: Replica[], logFile?: string) =>
  Promise.all(replicas.map((replica) => replica.start(logFile)));
/** The first or the second replica of each service. */
const oneOfEach = ({ replicas }: Cluster, index: 0 | 1) =>
  services.map((service) => replicas[service][index]);

function killEach(service: ServiceName): Fault {
  return {
    name: `kill -9 of each ${service} replica`,
    inflict: async ({ replicas }, holdMilliseconds) => {
      for (const replica of replicas[service]) {
        await replica.kill();
        await wait(holdMilliseconds / 2);
        await replica.start();
      }
    },
  };
}

function killBoth(service: ServiceName): Fault {
  return {
    name: `kill -9 of both ${service} replicas`,
    inflict: async ({ replicas }, holdMilliseconds) => {
      await Promise.all(replicas[service].map((replica) => replica.kill()));
      await wait(holdMilliseconds / 2);
      await startAll(replicas[service]);
    },
  };
}

/** Kubernetes scales down, or drains a machine. */
const terminate: Fault = {
  name: 'SIGTERM under load',
  mustNotShow: true,
  inflict: async (cluster, holdMilliseconds) => {
    for (const index of [0, 1] as const) {
      await stopAll(oneOfEach(cluster, index));
      await wait(holdMilliseconds / 2);
      await startAll(oneOfEach(cluster, index));
    }
  },
};

const postgresqlStopped: Fault = {
  name: 'PostgreSQL stopped hard and restarted',
  inflict: async ({ postgresql }, holdMilliseconds) => {
    await postgresql.stopHard();
    await wait(holdMilliseconds);
    await postgresql.start();
  },
};

const replicaGone: Fault = {
  name: 'read replica killed and restarted',
  mustNotShow: true,
  inflict: async ({ standby }, holdMilliseconds) => {
    await standby.stopHard();
    await wait(holdMilliseconds);
    await standby.start();
  },
};

const BETWEEN_CUTS_MILLISECONDS = 200;

const connectionsCut: Fault = {
  name: 'database connections cut mid-transaction',
  inflict: async ({ postgresql }, holdMilliseconds) => {
    const end = performance.now() + holdMilliseconds;
    while (performance.now() < end) {
      await postgresql.cutConnections('registry');
      await postgresql.cutConnections('oauth');
      await wait(BETWEEN_CUTS_MILLISECONDS);
    }
  },
};

const redisEmptied: Fault = {
  name: 'Redis stopped, restarted empty',
  inflict: async ({ redis }, holdMilliseconds) => {
    await redis.stop();
    await wait(holdMilliseconds);
    await redis.start();
  },
};

const ways: [string, keyof Cluster['network']][] = [
  ['registry, seen from oauth,', 'oauthToRegistry'],
  ['oauth, seen from the registry,', 'registryToOauth'],
];

const modes: { state: string; mode: RelayMode; leastMilliseconds: number }[] = [
  // The circuit breaker opens for a second: it has to find the other side unreachable once more.
  { state: 'unreachable', mode: { kind: 'refuse' }, leastMilliseconds: 3_000 },
  // Each way: an internal call takes twice as long, and a token request makes several.
  { state: 'slow', mode: { kind: 'delay', milliseconds: 300 }, leastMilliseconds: 3_000 },
  // Longer than a call and its retry wait for an answer.
  { state: 'black-holed', mode: { kind: 'blackHole' }, leastMilliseconds: 6_000 },
];

const networkFaults: Fault[] = ways.flatMap(([subject, way]) =>
  modes.map(
    ({ state, mode, leastMilliseconds }): Fault => ({
      name: `${subject} ${state}`,
      inflict: async ({ network }, holdMilliseconds) => {
        await network[way].set(mode);
        await wait(Math.max(holdMilliseconds, leastMilliseconds));
        await network[way].set({ kind: 'pass' });
      },
    }),
  ),
);

/** Every write to it fails as on a full disk. */
const FULL_DISK = '/dev/full';

const logDiskFull: Fault = {
  name: 'disk full on the log of one replica of each service',
  mustNotShow: true,
  inflict: async (cluster, holdMilliseconds) => {
    const chosen = oneOfEach(cluster, 0);
    await stopAll(chosen);
    await startAll(chosen, FULL_DISK);
    await wait(holdMilliseconds);
    await stopAll(chosen);
    await startAll(chosen);
  },
};

const STEP_SECONDS = 300;
/** A process sees the step up to a second later, and everything that is cached by the clock lasts a second. */
const LEAST_STEPPED_MILLISECONDS = 2_500;

/** The clock of one replica of each service: the others and the databases keep the right time. */
const clockStepped: Fault = {
  name: 'clock stepped by five minutes, forth and back',
  mustNotShow: true,
  inflict: async ({ clock }, holdMilliseconds) => {
    for (const seconds of [STEP_SECONDS, -STEP_SECONDS, 0]) {
      await clock.step(seconds);
      await wait(Math.max(holdMilliseconds, LEAST_STEPPED_MILLISECONDS));
    }
  },
};

/** A new version is rolled out: one replica of each service, a migration, then the other replica. */
const rollingRestart: Fault = {
  name: 'rolling restart with a migration in the middle',
  mustNotShow: true,
  inflict: async (cluster) => {
    await stopAll(oneOfEach(cluster, 0));
    await startAll(oneOfEach(cluster, 0));
    await migrateBusyTables(cluster);
    await stopAll(oneOfEach(cluster, 1));
    await startAll(oneOfEach(cluster, 1));
  },
};

/** In the long run the query takes a minute; in the short one it outlasts the first lock timeout. */
const LONG_RUN_HOLD_MILLISECONDS = 5_000;

/** A report or a backup reads a table for long while a migration wants to change it. */
const migrationBesideQuery: Fault = {
  name: 'migration beside a query that runs for long',
  mustNotShow: true,
  inflict: async (cluster, holdMilliseconds) => {
    const seconds = holdMilliseconds > LONG_RUN_HOLD_MILLISECONDS ? 60 : 7;
    const queries = Object.entries(busyTables).map(([service, table]) =>
      cluster.postgresql.query(service, `SELECT count(*), pg_sleep(${seconds}) FROM "${table}"`),
    );
    const retries = await migrateBusyTables(cluster);
    await Promise.all(queries);
    if (retries === 0) throw new Error('The migration did not wait for the query');
  },
};

/** A table of each service that every one of its requests reads. */
const busyTables = { registry: 'app', oauth: 'provider_record' };
let migrations = 0;

/**
 * Adds a column that the old version ignores, as the first step of every schema change does.
 * @returns how often the migration waited for a lock and was retried
 */
async function migrateBusyTables({ folder, postgresql }: Cluster): Promise<number> {
  migrations += 1;
  let retries = 0;
  for (const [service, table] of Object.entries(busyTables)) {
    const copy = join(folder, `prisma-${service}`);
    await cp(join(repositoryFolder, 'prisma', service), copy, { recursive: true });
    const name = `2999010100${String(migrations).padStart(4, '0')}_added`;
    await mkdir(join(copy, 'migrations', name));
    await writeFile(
      join(copy, 'migrations', name, 'migration.sql'),
      `ALTER TABLE "${table}" ADD COLUMN "added_${migrations}" TEXT NOT NULL DEFAULT '';\n`,
    );
    const { applied } = await migrateDatabase(postgresql.urlOf(service), copy, () => {
      retries += 1;
    });
    if (applied.join() !== name) throw new Error(`applied ${applied}, and not ${name}`);
  }
  return retries;
}

export const faults: Fault[] = [
  ...services.map(killEach),
  ...services.map(killBoth),
  killedInCleanUp,
  terminate,
  postgresqlStopped,
  replicaGone,
  connectionsCut,
  redisEmptied,
  ...networkFaults,
  logDiskFull,
  clockStepped,
  rollingRestart,
  migrationBesideQuery,
];
