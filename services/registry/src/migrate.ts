import { createLogger, logFatalErrors } from '@app-platform/runtime';
import { migrateToThisVersion, prismaFolderAbove } from '@app-platform/runtime/database';
import { readMigrationConfig } from './config.ts';

logFatalErrors('registry');
const { databaseUrl, logLevel } = readMigrationConfig();
const folder = prismaFolderAbove(import.meta.dirname, 'registry');
await migrateToThisVersion(databaseUrl, folder, createLogger('registry', logLevel));
