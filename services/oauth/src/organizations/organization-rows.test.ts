import { defineStatement } from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { expect, it } from '@jest/globals';
import { organizationTables } from './organization-row-store.ts';

/** Not of organizations, a queue that ends by itself, or removed by the ids of clients. */
const OTHER_TABLES = [
  'change',
  '_prisma_migrations',
  'data_step',
  'ended_grants',
  'ended_user',
  'refused_request',
  'signing_key',
];

const LIST_TABLES = defineStatement({
  name: 'list-oauth-tables',
  text: `
    SELECT relname::text AS name, relkind = 'p' AS "isPartitioned" FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`,
  parameters: {},
  row: { name: 'text', isPartitioned: 'bool' },
});

it('the removal of an organization covers each table of the database', async () => {
  const connection = await openTestDatabase('oauth');
  const rows = await connection.statements.rows(LIST_TABLES, {});
  const covered = new Set(organizationTables.map(({ table }) => table));
  const tables = rows.map(({ name }) => name).filter((name) => !OTHER_TABLES.includes(name));
  expect(tables.filter((name) => !covered.has(name))).toEqual([]);
  const partitioned = new Set(rows.flatMap((row) => (row.isPartitioned ? [row.name] : [])));
  expect(partitioned.size).toBeGreaterThan(0);
  // Removed by `ctid`, which names a row of each partition.
  const byCtid = organizationTables.filter(({ only, removal }) => only !== 'exported' && !removal);
  expect(byCtid.filter(({ table }) => partitioned.has(table))).toEqual([]);
  await connection.close();
});
