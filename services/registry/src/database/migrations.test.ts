import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applyMigrations,
  type DatabaseConnection,
  prismaFolderAbove,
  recordCompatibleReleases,
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

/** Migrates to the version of the copy. @param after the newest migration of the release before it */
async function release({ after }: { after: string }): Promise<void> {
  await writeFile(join(copy, 'compatible-from.txt'), `${after}\n`);
  await recordCompatibleReleases(connection.adapter, copy);
  await applyMigrations(connection.adapter, copy);
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

  it('fit where the database is one release ahead, and not two, also after a roll-back', async () => {
    const newest = (await readdir(join(folder, 'migrations')))
      .filter((name) => /^\d/.test(name))
      .sort()
      .at(-1);
    await addMigration('29990101000000_later', 'CREATE TABLE later (id int);');
    await addMigration('29990102000000_latest', 'DROP TABLE later;');
    await release({ after: String(newest) });
    await requireMigrations(connection.adapter, folder);

    await addMigration('29990103000000_next_release', 'SELECT 1;');
    await release({ after: '29990102000000_latest' });
    const refused = '29990103000000_next_release are unknown here';
    await expect(requireMigrations(connection.adapter, folder)).rejects.toThrow(refused);
    await recordCompatibleReleases(connection.adapter, folder);
    await expect(requireMigrations(connection.adapter, folder)).rejects.toThrow(refused);
    await requireMigrations(connection.adapter, copy);
  });

  it('do not fit where the database has one that is not newer, of another line', async () => {
    await addMigration('20200101000000_elsewhere', 'SELECT 1;');
    await applyMigrations(connection.adapter, copy);
    const starting = requireMigrations(connection.adapter, folder);
    await expect(starting).rejects.toThrow('20200101000000_elsewhere are unknown here');
  });

  it('do not fit where one failed, which leaves nothing behind and stops no older version', async () => {
    await recordCompatibleReleases(connection.adapter, copy);
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
