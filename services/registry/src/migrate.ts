import { createLogger } from '@app-platform/service-kit';
import {
  applyMigrations,
  connectDatabase,
  prismaFolderAbove,
  requireMigrations,
} from '@app-platform/service-kit/database';
import { readMigrationConfig } from './config.ts';

// Brings the database to this version, and ends: well only where this version would start on it.
const { databaseUrl, logLevel } = readMigrationConfig();
const logger = createLogger('registry', logLevel);
const folder = prismaFolderAbove(import.meta.dirname, 'registry');
const connection = await connectDatabase(databaseUrl, { statementTimeoutMilliseconds: 0 });
try {
  const applied = await applyMigrations(connection.adapter, folder);
  await requireMigrations(connection.adapter, folder);
  logger.info({ applied, database: connection.description }, 'migrated');
} finally {
  await connection.close();
}
