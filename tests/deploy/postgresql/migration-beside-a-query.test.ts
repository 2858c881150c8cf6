import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '@app-platform/runtime/database';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { serverUrl } from '../config.ts';
import { ScratchDatabases } from '../scratch-databases.ts';

const NEXT = '29990101000000_next';
const limits = {
  lockTimeoutMilliseconds: 200,
  statementTimeoutMilliseconds: 60_000,
  pauseMilliseconds: 50,
  giveUpAfterMilliseconds: 60_000,
};
const databases = new ScratchDatabases(serverUrl);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-migrations-'));
  await cp(join(repositoryFolder, 'prisma/registry'), folder, { recursive: true });
  await mkdir(join(folder, 'migrations', NEXT));
  const change = `CREATE TABLE half (); ALTER TABLE app ADD COLUMN later text;
    ALTER TABLE organization ADD COLUMN later text;`;
  await writeFile(join(folder, 'migrations', NEXT, 'migration.sql'), change);
});
afterAll(async () => {
  await databases.dropAll();
  await rm(folder, { recursive: true, force: true });
});

async function whileInUse<T>(url: string, work: (end: () => Promise<void>) => Promise<T>) {
  const reader = new pg.Client(url);
  await reader.connect();
  try {
    await reader.query('BEGIN; SELECT count(*) FROM app');
    return await work(async () => void (await reader.query('COMMIT')));
  } finally {
    await reader.end();
  }
}

it('a migration gives way to requests while a query uses its table, and is applied after it', async () => {
  const url = await databases.create('registry');
  await whileInUse(url, async (end) => {
    const failed: number[] = [];
    const { applied } = await migrateDatabase(
      url,
      folder,
      (tries) => {
        failed.push(tries);
        if (tries === 2) void end();
      },
      limits,
    );
    expect(failed.slice(0, 2)).toEqual([1, 2]);
    expect(applied).toEqual([NEXT]);
  });
});

it('a migration that never gets its lock fails, changes nothing, and can be tried again', async () => {
  const url = await databases.create('registry');
  await whileInUse(url, async () => {
    const migrating = migrateDatabase(url, folder, () => undefined, {
      ...limits,
      giveUpAfterMilliseconds: 0,
    });
    await expect(migrating).rejects.toThrow('lock timeout');
  });
  expect(await databases.query(url, "SELECT to_regclass('half') AS half")).toEqual([
    { half: null },
  ]);
  const { applied } = await migrateDatabase(url, folder, () => undefined, limits);
  expect(applied).toEqual([NEXT]);
});

it('a migration that waits for a request that waits for it is tried again after the request', async () => {
  const url = await databases.create('registry');
  const request = new pg.Client(url);
  await request.connect();
  try {
    await request.query('BEGIN; SELECT count(*) FROM organization');
    const tries: number[] = [];
    const migrating = migrateDatabase(url, folder, (failed) => tries.push(failed), {
      ...limits,
      // PostgreSQL looks for a deadlock after a second, first in the session that waits longer.
      lockTimeoutMilliseconds: 10_000,
    });
    await until('the migration waits for a lock', 60_000, async () => {
      const waiting = `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%CREATE TABLE half%'`;
      return (await databases.query(url, waiting)).length > 0;
    });
    await request.query('SELECT count(*) FROM app; COMMIT');
    expect((await migrating).applied).toEqual([NEXT]);
    expect(tries).toEqual([1]);
  } finally {
    await request.end();
  }
});
