import { join } from 'node:path';
import { applyMigrations, definedStatements } from '@app-platform/runtime/database';
import { adapterFor } from '@app-platform/runtime/embedded-database';
import { statementFaults } from '@app-platform/runtime/testing/statement-faults';
import { openPgliteCopy } from '@app-platform/tooling/test-database/embedded-copy';
import { expect, it } from '@jest/globals';
import './stores.ts';

const FOLDER = join(import.meta.dirname, '../../../prisma/registry');

it('every declared statement agrees with the migrated schema', async () => {
  const database = await openPgliteCopy('empty');
  await applyMigrations(adapterFor(database), FOLDER);
  const statements = definedStatements();
  expect(statements.length).toBeGreaterThan(30);
  expect(await statementFaults(database, statements)).toEqual([]);
  await database.close();
});
