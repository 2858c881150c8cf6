import { join } from 'node:path';
import { applyMigrations, definedStatements } from '@app-platform/runtime/database';
import { adapterFor } from '@app-platform/runtime/embedded-database';
import { statementFaults } from '@app-platform/runtime/testing/statement-faults';
import { openPgliteCopy } from '@app-platform/tooling/test-database/embedded-copy';
import { expect, it } from '@jest/globals';
import '../storage/expired-record-store.ts';
import '../stores.ts';

/** PostgreSQL and the schema engine as WebAssembly take long to start on a busy machine. */
const TIMEOUT_MILLISECONDS = 180_000;
const prismaFolder = join(import.meta.dirname, '../../../../prisma/oauth');

it(
  'every statement agrees with the migrated schema',
  async () => {
    const pglite = await openPgliteCopy('empty');
    await applyMigrations(adapterFor(pglite), prismaFolder);
    expect(definedStatements().length).toBeGreaterThan(15);
    expect(await statementFaults(pglite, definedStatements())).toEqual([]);
    await pglite.close();
  },
  TIMEOUT_MILLISECONDS,
);
