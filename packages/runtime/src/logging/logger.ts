import { type DestinationStream, type Logger, pino } from 'pino';
import type { ProcessIdentity } from '../process-identity.ts';
import { currentRequest } from '../tracing/current-request.ts';
import { logDestination } from './log-destination.ts';

export type { Logger };

const secretFields = ['authorization', 'key', 'secret', 'password', 'token', 'clientSecret'];

/**
 * JSON lines on standard output. Lines logged during a request carry its ids. Headers, queries and
 * bodies are never logged; the redaction below is the second line of defence.
 * @param identity a service's, or a name alone
 */
export function createLogger(
  identity: string | ProcessIdentity,
  level: string,
  destination: DestinationStream = logDestination(1),
): Logger {
  return pino(
    {
      level,
      base: fieldsOf(identity),
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

function fieldsOf(identity: string | ProcessIdentity) {
  if (typeof identity === 'string') return { service: identity };
  const { service, version, instance } = identity;
  return { service, version, instance };
}
