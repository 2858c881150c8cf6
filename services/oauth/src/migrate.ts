import { createLogger, logFatalErrors } from '@app-platform/runtime';
import { migrateToThisVersion, prismaFolderAbove } from '@app-platform/runtime/database';
import { readIdentity, readMigrationConfig } from './config.ts';

const identity = readIdentity();
logFatalErrors(identity);
const { databaseUrl, logLevel } = readMigrationConfig();
const folder = prismaFolderAbove(import.meta.dirname, 'oauth');
await migrateToThisVersion(databaseUrl, folder, createLogger(identity, logLevel));
