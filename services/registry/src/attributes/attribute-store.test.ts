import type { DatabaseConnection } from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AttributeStore } from './attribute-store.ts';

const [OWN, OTHER] = ['a', 'b'].map((letter) => letter.repeat(24)) as [string, string];
/** Of the other organization, each with the attribute. */
const OTHER_VERSIONS = 2_000;
const ATTRIBUTE = { klass: 'customer', name: '@crmPointsNum' };

/** Both of our apps have the attribute too, and the app of the other organization is installed. */
const ROWS = `
  INSERT INTO organization (id, name) VALUES ('${OWN}', 'Own'), ('${OTHER}', 'Other');
  INSERT INTO app (id, name, organization_id, visibility, identifier, client_id, operator_tags, version,
                   highest_version, title, description, tags, search_text)
    SELECT id, 'app_' || id, CASE WHEN id < 3 THEN '${OWN}' ELSE '${OTHER}' END, 'private', 'crm', 'client' || id,
      '{}', '1.0.0', '1.0.0', '', '', '{}', ''
    FROM generate_series(1, 3) id;
  INSERT INTO app_version (id, app_id, version, precedence, definition, added_fields, title, dependencies, defects)
    SELECT id, least(id, 3), '1.' || id || '.0', '1.' || id || '.0', '{}', '{}', '', '{}', '[]'
    FROM generate_series(1, ${OTHER_VERSIONS}) id;
  INSERT INTO attribute (app_version_id, klass, name, display_name, example)
    SELECT id, '${ATTRIBUTE.klass}', '${ATTRIBUTE.name}', 'Points', '1' FROM app_version;
  INSERT INTO installation (organization_id, app_id, app_version_id) VALUES ('${OWN}', 1, 1), ('${OWN}', 3, 3);
  ANALYZE`;

const READ_ROWS = {
  name: 'rows-of-attribute-that-were-read',
  text: `SELECT (seq_tup_read + idx_tup_fetch)::int4 AS count FROM pg_stat_xact_user_tables WHERE relname = 'attribute'`,
  parameters: {},
  row: { count: 'int4' },
} as const;

let connection: DatabaseConnection;
beforeAll(async () => {
  connection = await openTestDatabase('registry', 'owner');
  const session = await connection.adapter.connect();
  await session.executeScript(ROWS);
  await session.dispose();
});
afterAll(() => connection.close());

/** @returns the answer, and how many rows of attributes it took */
function measured<T>(ask: (store: AttributeStore) => Promise<T>): Promise<[T, number]> {
  return connection.transaction(async (statements) => {
    const answer = await ask(new AttributeStore(statements));
    const [read] = await statements.rows(READ_ROWS, {});
    return [answer, read?.count ?? Number.NaN];
  });
}

describe('attributes that another organization has in thousands of versions', () => {
  it('are shared with the apps of the organization alone', async () => {
    const [shared, rows] = await measured((store) => store.listShared(OWN, 'app_1', [ATTRIBUTE]));
    expect(shared).toEqual([
      { ...ATTRIBUTE, app: 'app_2', isForeign: false },
      { ...ATTRIBUTE, app: 'app_3', isForeign: true },
    ]);
    expect(rows).toBeLessThan(20);
  });

  it('conflict in the version that is installed alone', async () => {
    const version = { organizationId: OWN, versionId: 2n };
    const [conflicts, rows] = await measured((store) => store.listConflicts(OWN, version));
    expect(conflicts).toEqual([{ ...ATTRIBUTE, app: 'app_3' }]);
    expect(rows).toBeLessThan(20);
  });

  it('are counted in the versions of the app alone', async () => {
    const [uses, rows] = await measured((store) => store.countUses(1n, [ATTRIBUTE]));
    expect(uses).toEqual([{ ...ATTRIBUTE, organizations: 1 }]);
    expect(rows).toBeLessThan(20);
  });
});
