import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { experienceOf, isFailure } from '@app-platform/testing/load/observations';
import { Child } from '@app-platform/testing/processes/child';
import { freePorts } from '@app-platform/testing/processes/free-ports';
import {
  type PostgresqlServer,
  postgresqlPrograms,
} from '@app-platform/testing/servers/postgresql';
import { Replica, type ServiceName } from '@app-platform/testing/servers/replica';
import pg from 'pg';
import type { Cluster } from '../platform/cluster.ts';
import { lastIsUnknown } from './app-state.ts';
import { Checker } from './checker.ts';
import { Ledger, type LedgerApp } from './ledger.ts';
import { type Pace, type PhaseResult, type Scene, underLoad } from './phase.ts';
import { PlatformCalls } from './platform-calls.ts';

export const RESTORE_PHASE = 'backup under load, restored elsewhere';

export type RestoreResult = PhaseResult & {
  /** From the beginning of the restore until services were ready on it. */
  restoredMilliseconds: number;
};

/** Fewer would prove little. */
const LEAST_APPS = 10;

/**
 * Dumps both databases under load, and restores them for other services without a Redis: they hold
 * everything that had been acknowledged at that instant.
 * @param mostApps how many apps, the newest, are asked about
 */
export async function runRestorePhase(
  scene: Scene,
  pace: Pace,
  mostApps: number,
): Promise<RestoreResult> {
  const { cluster, ledger, observations } = scene;
  const [acknowledged, lost] = [ledger.acknowledged, ledger.lost.size];
  observations.take();
  let backup: Backup | undefined;
  await underLoad(scene, async () => {
    await wait(pace.beforeMilliseconds);
    backup = await takeBackup(cluster.postgresql, cluster.folder, ledger);
    await wait(pace.afterMilliseconds);
  });
  const observed = observations.take();
  const result = { ...experienceOf(observed), acknowledged: ledger.acknowledged - acknowledged };
  const apps = (backup?.apps ?? []).slice(-mostApps);
  const restoredMilliseconds = backup ? await checkRestored(scene, backup, apps) : Number.NaN;
  return {
    name: RESTORE_PHASE,
    ...result,
    restoredMilliseconds,
    lost: ledger.lost.size - lost,
    complaints: [
      ...observed.filter(isFailure).map(({ what, status }) => `${what} failed (${status})`),
      ...(apps.length < LEAST_APPS ? [`only ${apps.length} apps were in the backup`] : []),
      ...cluster.crashes.splice(0),
    ],
  };
}

/** @returns how long it took until services served the restored databases */
async function checkRestored(
  { cluster, ledger }: Scene,
  backup: Backup,
  apps: Backup['apps'],
): Promise<number> {
  const startedAt = performance.now();
  const databases = await restoreBackup(cluster.postgresql, cluster.folder, backup);
  const { registry, oauth } = await startOn(cluster, databases);
  const restoredMilliseconds = performance.now() - startedAt;
  try {
    // What is asked of them changes what they hold, and nothing that the other services hold.
    const restored = new Ledger(join(cluster.folder, 'ledger-restored.jsonl'));
    restored.apps.push(...apps);
    const calls = new PlatformCalls({ baseUrl: registry.url, oauthUrl: oauth.url });
    const registryReplicas = [registry];
    await new Checker({ ledger: restored, calls, registryReplicas }).check(restored.apps);
    for (const [what, detail] of restored.lost) {
      ledger.lost.set(`restored ${what}`, `restored ${detail}`);
    }
  } finally {
    await Promise.all([registry.stop(), oauth.stop()]);
  }
  return restoredMilliseconds;
}

async function startOn(
  { folder, environment, crashes }: Cluster,
  databases: Record<ServiceName, string>,
): Promise<Record<ServiceName, Replica>> {
  const [port = 0, internalPort = 0, oauthPort = 0, oauthInternalPort = 0] = await freePorts(4);
  const common = { folder, number: 3, onCrash: (text: string) => void crashes.push(text) };
  const shared = {
    ...environment,
    REGISTRY_DATABASE_URL: databases.registry,
    OAUTH_DATABASE_URL: databases.oauth,
    REGISTRY_INTERNAL_URL: `http://127.0.0.1:${internalPort}`,
    OAUTH_INTERNAL_URL: `http://127.0.0.1:${oauthInternalPort}`,
    REDIS_URL: '',
    REGISTRY_REPLICA_URL: '',
  };
  const replica = (service: ServiceName, ports: { port: number; internalPort: number }) =>
    new Replica({ ...common, service, environment: shared, ...ports });
  const registry = replica('registry', { port, internalPort });
  const oauth = replica('oauth', { port: oauthPort, internalPort: oauthInternalPort });
  await oauth.start();
  await registry.start();
  return { registry, oauth };
}

const services: ServiceName[] = ['registry', 'oauth'];

type Backup = {
  file(service: ServiceName): string;
  /** What the ledger said at the instant of the backup, of the apps that nobody changed just then. */
  apps: LedgerApp[];
};

/** Dumps both databases, as each is at one instant, while whoever works on them works on. */
async function takeBackup(
  postgresql: PostgresqlServer,
  folder: string,
  ledger: Ledger,
): Promise<Backup> {
  const sessions = await Promise.all(
    services.map(async (service) => {
      const client = new pg.Client({ connectionString: postgresql.urlOf(service) });
      await client.connect();
      return { service, client };
    }),
  );
  const before = ledger.apps.filter((app) => !lastIsUnknown(app)).map(copyOf);
  const snapshots = await Promise.all(sessions.map(({ client }) => exportSnapshot(client)));
  const changed = new Map(ledger.apps.map((app) => [app.name, app.lines.length]));
  const file = (service: ServiceName) => join(folder, `${service}.dump`);
  await Promise.all(
    sessions.map(({ service }, index) =>
      Child.run({
        name: `pg_dump of ${service}`,
        command: [
          join(postgresqlPrograms(), 'pg_dump'),
          ...['--format=custom', `--file=${file(service)}`],
          ...[`--snapshot=${snapshots[index]}`, `--dbname=${postgresql.urlOf(service)}`],
        ],
        logFile: join(folder, 'backup.log'),
      }),
    ),
  );
  await Promise.all(sessions.map(({ client }) => client.end()));
  return { file, apps: before.filter(({ name, lines }) => changed.get(name) === lines.length) };
}

/** Restores a backup into new databases. @returns their addresses */
async function restoreBackup(
  postgresql: PostgresqlServer,
  folder: string,
  backup: Backup,
): Promise<Record<ServiceName, string>> {
  const restore = async (service: ServiceName) => {
    const name = `restored_${service}`;
    await postgresql.query('postgres', `CREATE DATABASE ${name}`);
    const url = postgresql.urlOf(name);
    await Child.run({
      name: `pg_restore of ${service}`,
      command: [
        join(postgresqlPrograms(), 'pg_restore'),
        ...['--exit-on-error', '--single-transaction', `--dbname=${url}`, backup.file(service)],
      ],
      logFile: join(folder, 'backup.log'),
    });
    return url;
  };
  return { registry: await restore('registry'), oauth: await restore('oauth') };
}

/** An instant that both the ledger and the dump know, exact to a few milliseconds. */
async function exportSnapshot(client: pg.Client): Promise<string> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await client.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
  return rows[0]?.id ?? '';
}

/** Lines are marked where they are, and more are added; receipts are never changed. */
function copyOf(app: LedgerApp): LedgerApp {
  return { ...app, lines: app.lines.map((line) => ({ ...line })) };
}
