import { createLogger, logFatalErrors } from '@app-platform/runtime';
import { migrateToThisVersion, prismaFolderAbove } from '@app-platform/runtime/database';
import { readIdentity, readMigrationConfig } from './config.ts';
import { runDataSteps } from './data-steps/run-data-steps.ts';

const identity = readIdentity();
logFatalErrors(identity);
const { databaseUrl, logLevel } = readMigrationConfig();
const folder = prismaFolderAbove(import.meta.dirname, 'oauth');
const logger = createLogger(identity, logLevel);
await migrateToThisVersion(databaseUrl, folder, logger, (connection) =>
  runDataSteps(connection, (step, findings) => {
    for (const finding of findings) {
      logger.warn({ step, ...finding }, 'to be decided by an operator');
    }
  }),
);
