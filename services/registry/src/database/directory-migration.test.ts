import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applyMigrations,
  connectDatabase,
  type DatabaseConnection,
  prismaFolderAbove,
} from '@app-platform/service-kit/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openRegistryDatabase } from './database.ts';

const ORGANIZATION = 'a'.repeat(24);
/** As the release before wrote them: nothing of what the migration brings is named. */
const ROWS_BEFORE = `
  INSERT INTO organization (id, name) VALUES ('${ORGANIZATION}', 'Acme');
  INSERT INTO app (id, name, organization_id, visibility, identifier, client_id, operator_tags)
    VALUES (1, 'parcels', '${ORGANIZATION}', 'public', 'parcels', 'client', '{featured}');
  INSERT INTO app_version (id, app_id, version, precedence, definition, title, description, tags,
                           dependencies, redirect_uris, defects)
    VALUES (1, 1, '1.0.0', '1.0.0', '{}', 'Early', 'the first', '{csat}', '{}', '{}', '[]'),
           (2, 1, '1.1.0', '1.1.0', '{}', 'Courier', 'knows every road', '{ai}', '{}', '{}', '[]');
  UPDATE app SET latest_version_id = 2, highest_version = '1.1.0'`;
/** The migrations that the directory rests on, and rows as the release before each had them. */
const migrations = [
  ['20261121150652_directory_search', ROWS_BEFORE],
  [
    '20261121221500_directory_text_in_lower_case',
    // Has the trigger describe the app, as it did for each version that came.
    `${ROWS_BEFORE}; UPDATE app_version SET title = title`,
  ],
] as const;
const ROWS_AFTERWARDS = `
  WITH version AS (
    INSERT INTO app_version (id, app_id, version, precedence, definition, title, description, tags,
                             dependencies, redirect_uris, defects)
    VALUES (3, 1, '1.2.0', '1.2.0', '{}', 'Postman', 'rings twice', '{}', '{}', '{}', '[]')
    RETURNING id
  )
  UPDATE app SET latest_version_id = version.id, highest_version = '1.2.0' FROM version`;

const folder = prismaFolderAbove(import.meta.dirname, 'registry');
let connection: DatabaseConnection;
let copy: string;

async function run(script: string): Promise<void> {
  const session = await connection.adapter.connect();
  await session.executeScript(script);
  await session.dispose();
}

/** The titles that the directory finds. */
async function search(filter: { text?: string; tag?: string }): Promise<string[]> {
  const { directory } = openRegistryDatabase(connection);
  const found = await directory.search(ORGANIZATION, { ...filter, page: { size: 10 } });
  return found.map(({ title }) => title);
}

/** Takes the copy's migrations away, from that one on. */
async function keepThoseBefore(migration: string): Promise<void> {
  const all = join(copy, 'migrations');
  const later = (await readdir(all)).filter((one) => /^\d/.test(one) && one >= migration);
  for (const one of later) await rm(join(all, one), { recursive: true });
}

describe.each(migrations)('a directory that was there before %s', (migration, rows) => {
  beforeAll(async () => {
    connection = await connectDatabase('pglite:');
    copy = await mkdtemp(join(tmpdir(), 'app-platform-migrations-'));
    await cp(folder, copy, { recursive: true });
    await keepThoseBefore(migration);
    await applyMigrations(connection.adapter, copy);
    await run(rows);
    await applyMigrations(connection.adapter, folder);
  });
  afterAll(async () => {
    await connection?.close();
    await rm(copy, { recursive: true, force: true });
  });

  it.each([
    [{ text: 'ARCEL' }],
    [{ text: 'urie' }],
    [{ text: 'Courier' }],
    [{ text: 'every road' }],
    [{ tag: 'ai' }],
    [{ tag: 'featured' }],
  ])('is found by what its highest version says: %j', async (filter) => {
    expect(await search(filter)).toEqual(['Courier']);
  });

  it.each([[{ text: 'early' }], [{ tag: 'csat' }]])('and by no other: %j', async (filter) => {
    expect(await search(filter)).toEqual([]);
  });

  it('is kept by what the release before writes, while both run', async () => {
    await run(ROWS_AFTERWARDS);
    expect(await search({ text: 'rings' })).toEqual(['Postman']);
    expect(await search({ text: 'urie' })).toEqual([]);
  });
});
