import { createLogger } from '../logging/logger.ts';
import type { ProcessIdentity } from '../process-identity.ts';

/**
 * Logs an uncaught error, whatever the log level, and exits with 1. Without it Node.js prints a
 * stack trace, which a collector of JSON lines reads as many lines without level and service.
 */
export function logFatalErrors(identity: string | ProcessIdentity): void {
  process.on('uncaughtException', (error) => {
    createLogger(identity, 'fatal').fatal({ err: error }, 'ended by an error');
    process.exit(1);
  });
}
