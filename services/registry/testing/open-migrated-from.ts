import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  applyMigrations,
  type DatabaseConnection,
  prismaFolderAbove,
} from '@app-platform/runtime/database';
import { openEmbeddedCopy } from '@app-platform/testing/databases/embedded-copy';

/**
 * A database whose rows were written before a migration, with that migration and all later ones applied.
 * @param migration its folder
 * @param rowsBefore statements that insert the rows, as the release before wrote them
 */
export async function openMigratedFrom(
  migration: string,
  rowsBefore: string,
): Promise<DatabaseConnection> {
  const folder = prismaFolderAbove(import.meta.dirname, 'registry');
  const connection = await openEmbeddedCopy('empty');
  const copy = await mkdtemp(join(tmpdir(), 'app-platform-migrations-'));
  try {
    await cp(folder, copy, { recursive: true });
    const all = join(copy, 'migrations');
    const later = (await readdir(all)).filter((one) => /^\d/.test(one) && one >= migration);
    for (const one of later) await rm(join(all, one), { recursive: true });
    await applyMigrations(connection.adapter, copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  const session = await connection.adapter.connect();
  await session.executeScript(rowsBefore);
  await session.dispose();
  await applyMigrations(connection.adapter, folder);
  return connection;
}
