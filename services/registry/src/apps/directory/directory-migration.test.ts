import type { DatabaseConnection } from '@app-platform/runtime/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openMigratedFrom } from '../../../testing/open-migrated-from.ts';
import { openRegistryDatabase, type RegistryDatabase } from '../../stores.ts';
import { availableAppJson } from '../available-app.ts';

const MIGRATION = '20261123090000_directory_columns';
const ORGANIZATION = 'a'.repeat(24);
const CLIENT_ID = 'c'.repeat(24);
/** As the release before the migration wrote them. */
const ROWS_BEFORE = `
  INSERT INTO organization (id, name) VALUES ('${ORGANIZATION}', 'Acme');
  INSERT INTO app (id, name, organization_id, visibility, identifier, client_id, operator_tags,
                   highest_version)
    VALUES (1, 'parcels', '${ORGANIZATION}', 'public', 'parcels', '${CLIENT_ID}', '{featured}', '1.1.0');
  INSERT INTO app_version (id, app_id, version, precedence, definition, title, description, tags,
                           dependencies, redirect_uris, defects)
    VALUES (1, 1, '1.0.0', '1.0.0', '{"app":"parcels","version":"1.0.0","title":"Early"}', 'Early',
            'the first', '{csat}', '{}', '{}', '[]'),
           (2, 1, '1.1.0+b', '1.1.0', '{"app":"parcels","version":"1.1.0+b","n":1e2,
             "description":"Knows every road","tags":["ai"],"iconUrl":"https://a.example/i.png",
             "appDetails":{"appDeveloper":{"name":"Roads"}}}',
            'Courier', 'Knows every road', '{ai}', '{}', '{https://a.example/cb}', '[]');
  UPDATE app SET latest_version_id = 2;
  UPDATE app_version SET title = title`;

let connection: DatabaseConnection;
let database: RegistryDatabase;

beforeAll(async () => {
  connection = await openMigratedFrom(MIGRATION, ROWS_BEFORE);
  database = openRegistryDatabase(connection);
});
afterAll(() => database?.close());

const search = (filter: { text?: string; tag?: string }) =>
  database.directory.search(ORGANIZATION, { ...filter, page: { size: 10 } });

async function attributesOf(precedence?: string) {
  const version = await database.apps.findVersion(ORGANIZATION, 'parcels', precedence);
  if (!version) throw new Error('the version is not there');
  return JSON.parse(availableAppJson(version)).attributes;
}

describe('an app that was registered before the directory had columns', () => {
  it('is listed with its highest version', async () => {
    expect(await search({})).toEqual([
      {
        name: 'parcels',
        version: '1.1.0+b',
        visibility: 'public',
        title: 'Courier',
        description: 'Knows every road',
        iconUrl: 'https://a.example/i.png',
        developer: 'Roads',
        tags: ['ai', 'featured'],
        roles: null,
        clientId: CLIENT_ID,
        identifier: 'parcels',
        installedVersion: null,
        organizationId: ORGANIZATION,
        organizationName: 'Acme',
        organizationVerified: false,
      },
    ]);
  });

  it.each([
    [{ text: 'ARCEL' }],
    [{ text: 'urie' }],
    [{ text: 'Courier' }],
    [{ text: 'every road' }],
    [{ tag: 'ai' }],
    [{ tag: 'featured' }],
  ])('is found by its highest version: %j', async (filter) => {
    expect((await search(filter)).map(({ title }) => title)).toEqual(['Courier']);
  });

  it.each([[{ text: 'early' }], [{ tag: 'csat' }]])(
    'is not found by another version: %j',
    async (filter) => {
      expect(await search(filter)).toEqual([]);
    },
  );

  it('is read with the fields that its definitions do not show', async () => {
    const fixed = {
      app: 'parcels',
      name: 'parcels',
      auth: {},
      visibility: 'public',
      clientId: CLIENT_ID,
      identifier: 'parcels',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    };
    expect(await attributesOf('1.0.0')).toEqual({
      ...fixed,
      version: '1.0.0',
      title: 'Early',
      redirectUris: [],
      tags: ['featured'],
    });
    expect(await attributesOf()).toMatchObject({
      ...fixed,
      version: '1.1.0+b',
      title: 'Courier',
      redirectUris: ['https://a.example/cb'],
      tags: ['ai', 'featured'],
      n: 100,
    });
  });
});
