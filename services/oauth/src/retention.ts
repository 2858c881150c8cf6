import { createLogger, logFatalErrors } from '@app-platform/runtime';
import { removeOldAuditRows } from '@app-platform/runtime/database';
import { readIdentity, readRetentionConfig } from './config.ts';

const identity = readIdentity();
logFatalErrors(identity);
const { databaseUrl, days, exportFolder, logLevel } = readRetentionConfig();
const logger = createLogger(identity, logLevel);
await removeOldAuditRows(databaseUrl, { service: 'oauth', days, exportFolder, logger });
