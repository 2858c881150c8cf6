import { type DestinationStream, type Logger, pino } from 'pino';
import { logDestination } from './log-destination.ts';

export type { Logger };

/**
 * JSON lines on standard output. Requests are logged by path, never by query or headers, so that
 * no credential is written; the redaction below is the second line of defence.
 */
export function createLogger(
  service: string,
  level: string,
  destination: DestinationStream = logDestination(1),
): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['authorization', 'key', 'secret', 'password', 'token', 'clientSecret'].flatMap(
          (name) => [name, `*.${name}`, `*.*.${name}`],
        ),
        censor: '[redacted]',
      },
    },
    destination,
  );
}
