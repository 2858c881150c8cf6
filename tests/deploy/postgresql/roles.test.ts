import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Child } from '@app-platform/testing/processes/child';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { authorizedApp } from '../../platform/authorized-app.ts';
import {
  type PlatformProcesses,
  startPlatformProcesses,
} from '../../platform/platform-processes.ts';
import { type ScratchServer, startScratchServer } from './scratch-server.ts';

const services = ['registry', 'oauth'] as const;
let scratch: ScratchServer;

beforeAll(async () => {
  scratch = await startScratchServer();
  const { server, folder } = scratch;
  // The logins need their passwords, so that a rotation is one.
  const rules = join(folder, 'postgresql/data/pg_hba.conf');
  const others = await readFile(rules, 'utf8');
  await writeFile(rules, `host all +logins 127.0.0.1/32 scram-sha-256\n${others}`);
  await server.query('postgres', 'CREATE ROLE logins NOLOGIN');
  await server.query('postgres', 'SELECT pg_reload_conf()');
  for (const name of services) {
    await server.query('postgres', `CREATE DATABASE ${name}`);
    await runRolesFile(name);
  }
});
afterAll(async () => {
  RunningProcess.endAll();
  await scratch?.close();
});

/** As the file says. */
async function runRolesFile(database: string, user = 'postgres'): Promise<void> {
  await Child.run({
    name: 'psql',
    command: [
      ...['psql', '--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1'],
      `--dbname=${urlAs(user, database)}`,
      `--file=${join(repositoryFolder, 'deploy/postgresql/roles.sql')}`,
    ],
    logFile: join(scratch.folder, 'psql.log'),
  });
}

function urlAs(user: string, database: string): string {
  const url = new URL(scratch.server.urlOf(database));
  url.username = user;
  url.password = passwordOf(user);
  return url.href;
}

const passwordOf = (login: string) => `password-of-${login}`;

/** As docs/operating.md says. */
async function createLogin(login: string, group: string): Promise<void> {
  await scratch.server.query(
    'postgres',
    `CREATE ROLE ${login} LOGIN PASSWORD '${passwordOf(login)}' IN ROLE ${group};
     ALTER ROLE ${login} SET role = '${group}';
     GRANT logins TO ${login}`,
  );
}

/** @returns the rows, or the message of a refusal */
async function ask(user: string, database: string, statement: string): Promise<unknown> {
  const client = new pg.Client(urlAs(user, database));
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } catch (error) {
    return String(error);
  } finally {
    await client.end();
  }
}

async function lastPartition(database: string): Promise<string> {
  const [last] = await scratch.server.query(
    database,
    `SELECT max(inhrelid::regclass::text) AS name FROM pg_inherits
     WHERE inhparent = 'audit_event'::regclass AND inhrelid <> 'audit_event_before'::regclass`,
  );
  return String(last?.name);
}

/** What a migration Job is given: the address of the database, and nothing else. */
async function migrate(service: string, login: string) {
  const url = urlAs(login, service);
  const variables = { [`${service.toUpperCase()}_DATABASE_URL`]: url };
  const { code, stdout } = await new RunningProcess(
    [`services/${service}/src/migrate.ts`],
    variables,
  ).finished();
  return { code, ...JSON.parse(stdout) };
}

const KEYS_ENCRYPTION_KEY = randomBytes(32).toString('base64url');
const start = (login: number) =>
  startPlatformProcesses({
    KEYS_ENCRYPTION_KEY,
    REGISTRY_DATABASE_URL: urlAs(`registry_runtime_${login}`, 'registry'),
    OAUTH_DATABASE_URL: urlAs(`oauth_runtime_${login}`, 'oauth'),
  });

describe('the roles of deploy/postgresql/roles.sql', () => {
  it('own what a migration creates', async () => {
    for (const service of services) {
      await createLogin(`${service}_owner_1`, `${service}_owner`);
      await createLogin(`${service}_runtime_1`, `${service}_runtime`);
      expect(await migrate(service, `${service}_owner_1`)).toMatchObject({
        code: 0,
        msg: 'migrated',
      });
      const owners = await scratch.server.query(
        service,
        `SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'`,
      );
      expect(owners).toEqual([{ tableowner: `${service}_owner` }]);
      // Running it again changes nothing.
      await runRolesFile(service);
    }
  });

  it.each([
    'CREATE TABLE mine ()',
    'ALTER TABLE app ADD COLUMN mine text',
    'DROP TABLE app CASCADE',
    'TRUNCATE app',
    'CREATE EXTENSION pg_stat_statements',
    "UPDATE audit_event SET actor_id = 'somebody else'",
    'DELETE FROM audit_event',
    "SET app_platform.retention = 'on'; DELETE FROM audit_event",
    'ALTER TABLE audit_event DISABLE TRIGGER ALL',
    'INSERT INTO audit_event_before SELECT * FROM audit_event',
    'DELETE FROM audit_event_before',
    "SET app_platform.retention = 'on'; DELETE FROM audit_event_before",
    "SELECT protect_audit_partition('audit_event_before')",
    'DELETE FROM _prisma_migrations',
    "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', '', 'x')",
    'CREATE ROLE somebody',
    "SET role = 'registry_owner'",
  ])('do not let the service run %s', async (statement) => {
    expect(await ask('registry_runtime_1', 'registry', statement)).toMatch(
      /permission denied|must be owner/,
    );
  });

  it.each(services)(
    'let the service make partitions of audit events, and write them through the table alone: %s',
    async (service) => {
      const runtime = `${service}_runtime_1`;
      const last = await lastPartition(service);
      await scratch.server.query(service, `DROP TABLE ${last}`);
      const made = 'SELECT make_audit_partitions() AS made';
      expect(await ask(runtime, service, made)).toEqual([{ made: 1 }]);
      expect(await lastPartition(service)).toBe(last);
      for (const statement of [
        `INSERT INTO ${last} SELECT * FROM audit_event`,
        `DELETE FROM ${last}`,
      ]) {
        expect(await ask(runtime, service, statement)).toMatch(
          `permission denied for table ${last}`,
        );
      }
      await scratch.server.query(service, 'DROP ROLE IF EXISTS nobody; CREATE ROLE nobody LOGIN');
      await scratch.server.query(service, `GRANT CONNECT ON DATABASE ${service} TO nobody`);
      expect(await ask('nobody', service, made)).toMatch('permission denied for function');
      await scratch.server.query(service, 'DROP OWNED BY nobody; DROP ROLE nobody');
    },
  );

  it('do not let a service into the database of the other', async () => {
    for (const [login, database] of [
      ['registry_runtime_1', 'oauth'],
      ['oauth_owner_1', 'registry'],
    ] as const) {
      expect(await ask(login, database, 'SELECT 1')).toMatch(/permission denied for database/);
    }
  });

  it('take over a database that one role owned, also without a superuser', async () => {
    await scratch.server.query('postgres', 'CREATE ROLE admin LOGIN CREATEROLE CREATEDB');
    await scratch.server.query('postgres', 'CREATE DATABASE managed OWNER admin');
    const folder = join(repositoryFolder, 'prisma/registry');
    await scratch.server.migrate('managed', folder, 'admin');
    // As a restore with --no-privileges leaves it.
    await scratch.server.query(
      'managed',
      'GRANT EXECUTE ON FUNCTION make_audit_partitions, keep_webhook_partitions TO PUBLIC',
    );
    await runRolesFile('managed', 'admin');
    await createLogin('managed_runtime_1', 'managed_runtime');
    expect(await ask('managed_runtime_1', 'managed', 'SELECT count(*) FROM app')).toEqual([
      { count: '0' },
    ]);
    for (const call of ['make_audit_partitions()', 'keep_webhook_partitions(34)']) {
      const made = `SELECT ${call} AS made`;
      expect(await ask('managed_runtime_1', 'managed', made)).toEqual([{ made: 0 }]);
    }
    await createLogin('reporting', 'pg_read_all_data');
    await scratch.server.query('managed', 'GRANT CONNECT ON DATABASE managed TO reporting');
    expect(await ask('reporting', 'managed', 'SELECT keep_webhook_partitions(0)')).toMatch(
      'permission denied for function',
    );
    for (const statement of ['DELETE FROM audit_event', 'ALTER TABLE app ADD COLUMN mine text']) {
      expect(await ask('managed_runtime_1', 'managed', statement)).toMatch(/permission|owner/);
    }
    const owners = await scratch.server.query(
      'managed',
      `SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'`,
    );
    expect(owners).toEqual([{ tableowner: 'managed_owner' }]);
  });
});

it('a dump of the backup role is restored by the owner, and keeps the rights of the service', async () => {
  const { server, folder } = scratch;
  await server.query('postgres', 'CREATE DATABASE registry_restored OWNER registry_owner');
  await createLogin('backup', 'pg_read_all_data');
  await server.query('registry', 'GRANT CONNECT ON DATABASE registry TO backup');
  const dump = join(folder, 'registry.dump');
  for (const command of [
    ['pg_dump', '--format=custom', `--file=${dump}`, urlAs('backup', 'registry')],
    [
      ...['pg_restore', '--exit-on-error', '--single-transaction', '--no-owner'],
      ...[`--dbname=${urlAs('registry_owner_1', 'registry_restored')}`, dump],
    ],
  ]) {
    await Child.run({ name: 'restore', command, logFile: join(folder, 'restore.log') });
  }
  const asService = (statement: string) =>
    ask('registry_runtime_1', 'registry_restored', statement);
  expect(await asService('SELECT count(*) FROM app')).toEqual([{ count: '0' }]);
  expect(await asService('DELETE FROM audit_event')).toMatch(/permission denied/);
  expect(await asService('DROP TABLE app CASCADE')).toMatch(/must be owner/);
});

describe('a password is rotated by a second login', () => {
  let platform: PlatformProcesses | undefined;

  it('of the services', async () => {
    platform = await start(1);
    await authorizedApp(platform);
    for (const service of services) {
      await createLogin(`${service}_runtime_2`, `${service}_runtime`);
    }
    const next = await start(2);
    await platform.close();
    for (const service of services) {
      await scratch.server.query(service, `DROP ROLE ${service}_runtime_1`);
    }
    await authorizedApp(next);
    await next.close();
    expect(await ask('registry_runtime_1', 'registry', 'SELECT 1')).toMatch(/does not exist/);
  });

  it('of the migrations', async () => {
    await createLogin('registry_owner_2', 'registry_owner');
    await scratch.server.query('registry', 'DROP ROLE registry_owner_1');
    expect(await migrate('registry', 'registry_owner_2')).toMatchObject({ code: 0, applied: [] });
    const change = 'ALTER TABLE app ADD COLUMN of_a_later_migration text';
    expect(await ask('registry_owner_2', 'registry', change)).toEqual([]);
    expect(await ask('registry_owner_1', 'registry', 'SELECT 1')).toMatch(/does not exist/);
  });
});
