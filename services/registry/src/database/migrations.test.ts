import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applyMigrations,
  type DatabaseConnection,
  prismaFolderAbove,
  requireMigrations,
} from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const folder = prismaFolderAbove(import.meta.dirname, 'registry');
let connection: DatabaseConnection;
let copy: string;

beforeEach(async () => {
  connection = await openTestDatabase('registry', 'owner');
  copy = await mkdtemp(join(tmpdir(), 'app-platform-migrations-'));
  await cp(folder, copy, { recursive: true });
});
afterEach(async () => {
  await connection.close();
  await rm(copy, { recursive: true, force: true });
});

/** A version that has one migration more. */
async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(copy, 'migrations', name));
  await writeFile(join(copy, 'migrations', name, 'migration.sql'), sql);
}

describe('a database and the migrations of a version', () => {
  it('fit where all are applied and no other', async () => {
    await requireMigrations(connection.adapter, folder);
  });

  it('do not fit where one is pending', async () => {
    await addMigration('29990101000000_later', 'SELECT 1;');
    const starting = requireMigrations(connection.adapter, copy);
    await expect(starting).rejects.toThrow('29990101000000_later are pending');
  });

  it('fit where the database is one step ahead, and not two', async () => {
    await addMigration('29990101000000_later', 'CREATE TABLE later (id int);');
    expect(await applyMigrations(connection.adapter, copy)).toEqual(['29990101000000_later']);
    await requireMigrations(connection.adapter, folder);
    await addMigration('29990102000000_latest', 'DROP TABLE later;');
    await applyMigrations(connection.adapter, copy);
    const starting = requireMigrations(connection.adapter, folder);
    await expect(starting).rejects.toThrow(
      '29990101000000_later, 29990102000000_latest are unknown here',
    );
  });

  it('do not fit where the database has one that is not newer, of another line', async () => {
    await addMigration('20200101000000_elsewhere', 'SELECT 1;');
    await applyMigrations(connection.adapter, copy);
    const starting = requireMigrations(connection.adapter, folder);
    await expect(starting).rejects.toThrow('20200101000000_elsewhere are unknown here');
  });

  it('do not fit where one failed, which leaves nothing behind and stops no older version', async () => {
    await addMigration('29990101000000_wrong', 'CREATE TABLE half (id int); SELECT 1 / 0;');
    await expect(applyMigrations(connection.adapter, copy)).rejects.toThrow();
    const starting = requireMigrations(connection.adapter, copy);
    await expect(starting).rejects.toThrow('29990101000000_wrong began and did not end');
    await requireMigrations(connection.adapter, folder);
    const { rows } = await (await connection.adapter.connect()).queryRaw({
      sql: `SELECT count(*)::text FROM pg_class WHERE relname = 'half'`,
      args: [],
      argTypes: [],
    });
    expect(rows).toEqual([['0']]);
  });
});

it('names the folder that is missing where there are no migrations above a program', () => {
  expect(() => prismaFolderAbove(tmpdir(), 'registry')).toThrow('no prisma/registry');
});
