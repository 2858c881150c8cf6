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

const INDEX = '29990101000000_organization_name_is_unique_concurrently';
const LATER = '29990102000000_later';
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
  const add = async (name: string, sql: string) => {
    await mkdir(join(folder, 'migrations', name));
    await writeFile(join(folder, 'migrations', name, 'migration.sql'), sql);
  };
  await add(INDEX, 'CREATE UNIQUE INDEX CONCURRENTLY "one_name" ON "organization" ("name");');
  await add(LATER, 'CREATE TABLE later ();');
});
afterAll(async () => {
  await databases.dropAll();
  await rm(folder, { recursive: true, force: true });
});

const migrate = (url: string) => migrateDatabase(url, folder, () => undefined, limits);

/** Whether the index is there, and whether statements use it. */
async function indexOf(url: string): Promise<unknown[]> {
  return databases.query(
    url,
    "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('one_name')",
  );
}

async function insertOrganizations(url: string, names: string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    const id = String(index).padStart(24, '0');
    await databases.query(url, `INSERT INTO organization (id, name) VALUES ('${id}', '${name}')`);
  }
}

it('an index is built beside a transaction that lasts longer than a migration may wait for a lock, by one of two processes', async () => {
  const url = await databases.create('registry');
  await insertOrganizations(url, ['Acme', 'Beta']);
  const older = new pg.Client(url);
  await older.connect();
  try {
    await older.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM organization');
    const both = [migrate(url), migrate(url)];
    await until('the build begins', 60_000, async () => (await indexOf(url)).length === 1);
    // Three times as long as a lock may take. Writes go on meanwhile.
    await older.query('SELECT pg_sleep(0.6)');
    await databases.query(url, "UPDATE organization SET verified = true WHERE name = 'Beta'");
    await older.query('COMMIT');
    const applied = (await Promise.all(both)).map((one) => one.applied);
    expect(applied.sort()).toEqual([[], [INDEX, LATER]]);
  } finally {
    await older.end();
  }
  expect(await indexOf(url)).toEqual([{ indisvalid: true }]);
});

it('an index whose build failed is built again by the next try, and the migrations after it follow', async () => {
  const url = await databases.create('registry');
  await insertOrganizations(url, ['Acme', 'Acme']);
  await expect(migrate(url)).rejects.toThrow('Unique constraint failed: (name)');
  expect(await indexOf(url)).toEqual([{ indisvalid: false }]);
  await databases.query(url, "UPDATE organization SET name = 'Beta' WHERE id LIKE '%1'");
  expect((await migrate(url)).applied).toEqual([INDEX, LATER]);
  expect(await indexOf(url)).toEqual([{ indisvalid: true }]);
  expect((await migrate(url)).applied).toEqual([]);
});
