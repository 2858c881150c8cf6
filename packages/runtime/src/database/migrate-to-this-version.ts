import type { Logger } from '../logging/logger.ts';
import { migrateDatabase } from './migrate-database.ts';

/**
 * Brings a service's database to this version, and ends: well only where this version would start
 * on it.
 * @param folder holds `schema.prisma` and `migrations/`
 */
export async function migrateToThisVersion(
  databaseUrl: string,
  folder: string,
  logger: Logger,
): Promise<void> {
  const { applied, description } = await migrateDatabase(databaseUrl, folder, (tries) =>
    logger.warn({ tries }, 'a migration waits for a table that is in use; trying again'),
  );
  logger.info({ applied, database: description }, 'migrated');
}
