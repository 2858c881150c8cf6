import { join } from 'node:path';
import { applyMigrations } from '@app-platform/runtime/database';
import { adapterFor } from '@app-platform/runtime/embedded-database';
import { openPgliteCopy } from '@app-platform/testing/databases/embedded-copy';
import { statementFaults } from '@app-platform/testing/statements/statement-faults';
import { statementsOf } from '@app-platform/testing/statements/statements-of';
import { expect, it } from '@jest/globals';

const FOLDER = join(import.meta.dirname, '../../../prisma/registry');

it('every declared statement agrees with the migrated schema', async () => {
  const database = await openPgliteCopy('empty');
  await applyMigrations(adapterFor(database), FOLDER);
  const statements = await statementsOf(import.meta.resolve('./stores.ts'));
  expect(statements.length).toBeGreaterThan(100);
  expect(await statementFaults(database, statements)).toEqual([]);
  await database.close();
});
