import { type DestinationStream, type Logger, pino } from 'pino';
import type { ProcessIdentity } from '../config/process-identity.ts';
import { currentRequest } from '../telemetry/trace.ts';

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

/** How much is kept of lines that cannot be written yet. Further lines are dropped. */
const MAX_PENDING_BYTES = 1_048_576;

/**
 * Writes each line to a file descriptor before the log call returns, so that no exit loses one.
 * The service goes on when the descriptor cannot be written to, for example on a full disk; pino's
 * default destination would throw.
 */
export function logDestination(fileDescriptor: number): DestinationStream {
  const destination = pino.destination({
    dest: fileDescriptor,
    sync: true,
    maxLength: MAX_PENDING_BYTES,
  });
  // There is no other place to report a failed write to.
  destination.on('error', () => undefined);
  return destination;
}
