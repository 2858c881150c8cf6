import { createLogger, logFatalErrors } from '@app-platform/runtime';
import { migrateToThisVersion, prismaFolderAbove } from '@app-platform/runtime/database';
import { readMigrationConfig } from './config.ts';

logFatalErrors('oauth');
const { databaseUrl, logLevel } = readMigrationConfig();
const folder = prismaFolderAbove(import.meta.dirname, 'oauth');
await migrateToThisVersion(databaseUrl, folder, createLogger('oauth', logLevel));
