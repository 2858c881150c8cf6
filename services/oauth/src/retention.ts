import { createLogger, logFatalErrors } from '@app-platform/runtime';
import { removeOldAuditRows } from '@app-platform/runtime/database';
import { readRetentionConfig } from './config.ts';

logFatalErrors('oauth');
const { databaseUrl, days, exportFolder, logLevel } = readRetentionConfig();
const logger = createLogger('oauth', logLevel);
await removeOldAuditRows(databaseUrl, { service: 'oauth', days, exportFolder, logger });
