import { join } from 'node:path';
import pg from 'pg';
import { lastIsUnknown } from '../app-state.ts';
import { Child } from '../child.ts';
import { postgresqlPrograms } from '../config.ts';
import type { Ledger, LedgerApp } from '../ledger.ts';
import type { PostgresqlServer } from '../postgresql.ts';
import type { ServiceName } from '../replica.ts';

const services: ServiceName[] = ['registry', 'oauth'];

export type Backup = {
  file(service: ServiceName): string;
  /** What the ledger said at the instant of the backup, of the apps that nobody changed just then. */
  apps: LedgerApp[];
};

/** Dumps both databases, as each is at one instant, while whoever works on them works on. */
export async function takeBackup(
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
export async function restoreBackup(
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
