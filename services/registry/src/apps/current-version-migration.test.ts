import type { DatabaseConnection } from '@app-platform/runtime/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openMigratedFrom } from '../../testing/open-migrated-from.ts';
import { openRegistryDatabase, type RegistryDatabase } from '../stores.ts';

const MIGRATION = '20261123124500_current_version_and_short_name';
const ORGANIZATION = 'a'.repeat(24);
/** As the release before the migration wrote them: the columns of `app` follow the highest version. */
const ROWS_BEFORE = `
  INSERT INTO organization (id, name) VALUES ('${ORGANIZATION}', 'Acme');
  INSERT INTO app (id, name, organization_id, visibility, identifier, client_id, operator_tags, version,
                   highest_version, title, description, tags, redirect_uris, search_text)
  SELECT id, name, '${ORGANIZATION}', visibility, name, name, '{featured}', version,
    split_part(version, '+', 1), 'Highest', 'high', '{csat,featured}', '{}', lower(name || E'\\nHighest\\nhigh')
  FROM (VALUES (1, 'parcels', 'public', '2.0.0-beta'), (2, 'young', 'public', '0.1.0-b'),
               (3, 'twin', 'public', '1.0.0'), (4, 'twin_${ORGANIZATION}', 'private', '1.0.0'),
               (5, 'alone_${ORGANIZATION}', 'private', '1.0.0')) AS app (id, name, visibility, version);
  INSERT INTO app_version (id, app_id, version, precedence, definition, added_fields, title,
                           dependencies, defects)
  SELECT id, app_id, version, split_part(version, '+', 1), definition::json, added::json, title, '{}', '[]'
  FROM (VALUES
    (1, 1, '1.0.0', '{}', '{}', 'First'),
    (2, 1, '1.1.0+b', '{"description":"Knows roads","tags":["ai"],"iconUrl":"https://a.example/i.png",
      "appDetails":{"appDeveloper":{"name":"Roads"}},"roles":["org.permission.customer","None",5]}',
      '{"redirectUris":["https://a.example/cb"]}', 'Release'),
    (3, 1, '2.0.0-beta', '{"roles":["org"]}', '{}', 'Highest'),
    (4, 2, '0.1.0-a', '{}', '{}', 'First'), (5, 2, '0.1.0-b', '{"roles":{}}', '{}', 'Highest'),
    (6, 3, '1.0.0', '{}', '{}', 'Highest'), (7, 4, '1.0.0', '{}', '{}', 'Highest'),
    (8, 5, '1.0.0', '{}', '{}', 'Highest'))
    AS v (id, app_id, version, definition, added, title)`;

let connection: DatabaseConnection;
let database: RegistryDatabase;

beforeAll(async () => {
  connection = await openMigratedFrom(MIGRATION, ROWS_BEFORE);
  database = openRegistryDatabase(connection);
});
afterAll(() => database?.close());

const search = (text: string) =>
  database.directory.search(ORGANIZATION, { text, page: { size: 10 } });

describe('an app from before the current version was its highest release', () => {
  it('is listed and found with its highest release', async () => {
    expect(await search('roads')).toMatchObject([
      {
        name: 'parcels',
        version: '1.1.0+b',
        visibility: 'public',
        title: 'Release',
        description: 'Knows roads',
        iconUrl: 'https://a.example/i.png',
        developer: 'Roads',
        tags: ['ai', 'featured'],
        roles: ['org.permission.customer'],
        clientId: 'parcels',
        identifier: 'parcels',
        installedVersion: null,
      },
    ]);
    const version = await database.apps.findVersion(ORGANIZATION, 'parcels');
    expect(version).toMatchObject({ version: '1.1.0+b' });
    const client = await database.clients.find('parcels', undefined, new Date());
    expect(client?.redirectUris).toEqual(['https://a.example/cb']);
  });

  it('is listed as before where it has no release', async () => {
    expect(await search('young')).toMatchObject([
      { version: '0.1.0-b', title: 'Highest', tags: ['csat', 'featured'], roles: null },
    ]);
  });

  it('holds its short name, unless it is both private and public', async () => {
    const session = await connection.adapter.connect();
    const sql = 'SELECT short_name FROM app ORDER BY id';
    const { rows } = await session.queryRaw({ sql, args: [], argTypes: [] });
    await session.dispose();
    expect(rows).toEqual([['parcels'], ['young'], [null], [null], ['alone']]);
  });
});
