import type { ProcessIdentity } from '../config/process-identity.ts';
import { createLogger } from '../logging/logger.ts';

type Stop = (signal: string) => Promise<void>;

/**
 * Handles SIGTERM and SIGINT from now on. Process 1 of a container ignores signals without a
 * handler and would be killed after the grace period. Until `stopBy` is called a signal exits at once.
 */
export function stopSignals(): { stopBy(stop: Stop): void } {
  let stop: Stop = async () => process.exit();
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal));
  return {
    stopBy: (given) => {
      stop = given;
    },
  };
}

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
