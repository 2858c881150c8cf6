import { type DestinationStream, type Logger, pino } from 'pino';
import { currentRequest } from '../tracing/current-request.ts';
import { logDestination } from './log-destination.ts';

export type { Logger };

const secretFields = ['authorization', 'key', 'secret', 'password', 'token', 'clientSecret'];

/**
 * JSON lines on standard output. Lines logged during a request carry its ids. Headers, queries and
 * bodies are never logged; the redaction below is the second line of defence.
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
        paths: [
          ...secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
          // Node.js adds the input to an error about a URL, password included.
          'err.input',
        ],
        censor: '[redacted]',
      },
      mixin: () => {
        const request = currentRequest.getStore();
        return request ? { requestId: request.requestId, traceId: request.traceId } : {};
      },
    },
    destination,
  );
}
