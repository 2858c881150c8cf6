import { createLogger } from './logger.ts';

/**
 * Writes what ends a process (an error of its start, or one that nobody caught) as a line of its log,
 * whatever the level of its other lines, and ends it with 1. Without this Node.js writes a stack, which
 * whoever collects lines of JSON takes for as many lines without a level or a service.
 */
export function logFatalErrors(service: string): void {
  process.on('uncaughtException', (error) => {
    createLogger(service, 'fatal').fatal({ err: error }, 'ended by an error');
    process.exit(1);
  });
}
