import type { Logger } from '../logging/logger.ts';
import { type AfterMigrations, migrateDatabase } from './migrate-database.ts';

/**
 * Brings a service's database to this version, and ends: well only where this version would start
 * on it.
 * @param folder holds `schema.prisma` and `migrations/`
 * @param afterwards changes rows of the migrated database
 */
export async function migrateToThisVersion(
  databaseUrl: string,
  folder: string,
  logger: Logger,
  afterwards?: AfterMigrations,
): Promise<void> {
  const { applied, steps, description } = await migrateDatabase(
    databaseUrl,
    folder,
    (tries) => logger.warn({ tries }, 'a migration waits for a table that is in use; trying again'),
    { ...(afterwards && { afterwards }) },
  );
  logger.info({ applied, steps, database: description }, 'migrated');
}
