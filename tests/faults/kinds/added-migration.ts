import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrateDatabase } from '@app-platform/runtime/database';
import { repositoryFolder } from '../../flow/run-process.ts';
import type { Cluster } from '../cluster.ts';

/** A table of each service that every one of its requests reads. */
export const busyTables = { registry: 'app', oauth: 'provider_record' };
let migrations = 0;

/**
 * What every change of a schema begins with: it adds something that the old version ignores.
 * @returns how often it waited for a lock and was tried again
 */
export async function migrateBusyTables({ folder, postgresql }: Cluster): Promise<number> {
  migrations += 1;
  let retries = 0;
  for (const [service, table] of Object.entries(busyTables)) {
    const copy = join(folder, `prisma-${service}`);
    await cp(join(repositoryFolder, 'prisma', service), copy, { recursive: true });
    const name = `2999010100${String(migrations).padStart(4, '0')}_added`;
    await mkdir(join(copy, 'migrations', name));
    await writeFile(
      join(copy, 'migrations', name, 'migration.sql'),
      `ALTER TABLE "${table}" ADD COLUMN "added_${migrations}" TEXT NOT NULL DEFAULT '';\n`,
    );
    const { applied } = await migrateDatabase(postgresql.urlOf(service), copy, () => {
      retries += 1;
    });
    if (applied.join() !== name) throw new Error(`applied ${applied}, and not ${name}`);
  }
  return retries;
}
