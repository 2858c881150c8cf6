import { join } from 'node:path';
import { applyMigrations } from '@app-platform/runtime/database';
import { adapterFor } from '@app-platform/runtime/embedded-database';
import { openPgliteCopy } from '@app-platform/testing/databases/embedded-copy';
import { statementFaults } from '@app-platform/testing/statements/statement-faults';
import { statementsOf } from '@app-platform/testing/statements/statements-of';
import { expect, it } from '@jest/globals';

/** PostgreSQL and the schema engine as WebAssembly take long to start on a busy machine. */
const TIMEOUT_MILLISECONDS = 180_000;
const MODULES = [
  '../stores.ts',
  '../storage/expired-record-store.ts',
  '../data-steps/run-data-steps.ts',
];
const prismaFolder = join(import.meta.dirname, '../../../../prisma/oauth');

it(
  'every statement agrees with the migrated schema',
  async () => {
    const pglite = await openPgliteCopy('empty');
    await applyMigrations(adapterFor(pglite), prismaFolder);
    const statements = await statementsOf(...MODULES.map((path) => import.meta.resolve(path)));
    expect(statements.length).toBeGreaterThan(15);
    expect(await statementFaults(pglite, statements)).toEqual([]);
    await pglite.close();
  },
  TIMEOUT_MILLISECONDS,
);
