import { cp, mkdtemp, rm } from 'node:fs/promises';
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

const DIRECTORY_MIGRATION = '20261121150652_directory_search';
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

beforeAll(async () => {
  connection = await connectDatabase('pglite:');
  copy = await mkdtemp(join(tmpdir(), 'app-platform-migrations-'));
  await cp(folder, copy, { recursive: true });
  await rm(join(copy, 'migrations', DIRECTORY_MIGRATION), { recursive: true });
  await applyMigrations(connection.adapter, copy);
  await run(ROWS_BEFORE);
  await applyMigrations(connection.adapter, folder);
});
afterAll(async () => {
  await connection?.close();
  await rm(copy, { recursive: true, force: true });
});

describe('a directory that was there before it was indexed', () => {
  it.each([
    [{ text: 'ARCEL' }],
    [{ text: 'urie' }],
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
