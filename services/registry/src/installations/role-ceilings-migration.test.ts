import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openMigratedFrom } from '../../testing/open-migrated-from.ts';
import { openRegistryDatabase, type RegistryDatabase } from '../stores.ts';

const MIGRATION = '20261123150708_app_blocking_and_role_ceilings';
const ORGANIZATION = 'a'.repeat(24);
const ROWS_BEFORE = `
  INSERT INTO organization (id, name) VALUES ('${ORGANIZATION}', 'Acme');
  INSERT INTO app (id, name, organization_id, visibility, identifier, client_id, operator_tags, version,
                   highest_version, title, description, tags, redirect_uris, search_text)
  SELECT id, name, '${ORGANIZATION}', 'public', name, name, '{}', '2.0.0', '2.0.0', name, '', '{}', '{}', name
  FROM (VALUES (1, 'declaring'), (2, 'inheriting'), (3, 'silent'), (4, 'odd'))
    AS app (id, name);
  INSERT INTO app_version (id, app_id, version, precedence, definition, added_fields, title,
                           dependencies, defects)
  SELECT id, app_id, version, version, definition::json, added::json, 'An app', '{}', '[]'
  FROM (VALUES
    (1, 1, '1.0.0', '{"roles":["org.permission.customer","None",5]}', '{}'),
    (2, 1, '2.0.0', '{"roles":["org"]}', '{}'),
    (3, 2, '2.0.0', '{}', '{"roles":["org.permission.message"]}'),
    (4, 3, '2.0.0', '{}', '{}'), (5, 4, '2.0.0', '{"roles":{}}', '{}'))
    AS v (id, app_id, version, definition, added);
  INSERT INTO installation (organization_id, app_id, app_version_id)
  SELECT '${ORGANIZATION}', app_id, version_id
  FROM (VALUES (1, 1), (2, 3), (3, 4), (4, 5)) AS i (app_id, version_id)`;

let database: RegistryDatabase;

beforeAll(async () => {
  database = openRegistryDatabase(await openMigratedFrom(MIGRATION, ROWS_BEFORE));
});
afterAll(() => database?.close());

it.each([
  ['declaring', ['org.permission.customer']],
  ['inheriting', ['org.permission.message']],
  ['silent', null],
  ['odd', null],
])('an installation from before has the roles of its version: %s', async (client, roles) => {
  const record = await database.clients.find(client, ORGANIZATION, new Date());
  expect(record?.ceilings).toEqual({ declared: roles, allowed: roles });
});
