import { createLogger, logFatalErrors } from '@app-platform/runtime';
import { removeOldAuditRows } from '@app-platform/runtime/database';
import { readRetentionConfig } from './config.ts';

logFatalErrors('registry');
const { databaseUrl, days, exportFolder, logLevel } = readRetentionConfig();
const logger = createLogger('registry', logLevel);
await removeOldAuditRows(databaseUrl, { service: 'registry', days, exportFolder, logger });
