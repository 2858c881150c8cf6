import type { Logger } from '../logging/logger.ts';
import { connectDatabase } from './connect.ts';
import { applyMigrations } from './migrate.ts';
import { requireMigrations } from './migration-state.ts';
import { requireSessionPooling } from './session-pooling.ts';

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
  await requireSessionPooling(databaseUrl);
  const connection = await connectDatabase(databaseUrl, { statementTimeoutMilliseconds: 0 });
  try {
    const applied = await applyMigrations(connection.adapter, folder);
    await requireMigrations(connection.adapter, folder);
    logger.info({ applied, database: connection.description }, 'migrated');
  } finally {
    await connection.close();
  }
}
