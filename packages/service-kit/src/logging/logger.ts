import { type DestinationStream, type Logger, pino } from 'pino';
import { currentRequest } from '../http/current-request.ts';
import { logDestination } from './log-destination.ts';

export type { Logger };

type RequestIds = { requestId: string; traceId: string };

/** Those that name their request in every line by themselves. */
const ofRequests = new WeakSet<object>();

/**
 * JSON lines on standard output. Requests are logged by path, never by query or headers, so that
 * no credential is written; the redaction below is the second line of defence. What is logged while
 * a request is answered names it.
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
        paths: ['authorization', 'key', 'secret', 'password', 'token', 'clientSecret']
          .flatMap(
            (name) => [name, `*.${name}`, `*.*.${name}`],
            // What Node.js adds to an error about a URL, passwords and all.
          )
          .concat('err.input'),
        censor: '[redacted]',
      },
      mixin: (_line, _level, logger) => {
        const request = ofRequests.has(logger) ? undefined : currentRequest.getStore();
        return request ? { requestId: request.requestId, traceId: request.traceId } : {};
      },
    },
    destination,
  );
}

/** A logger whose lines name a request, wherever they are written from. */
export function requestLogger(logger: Logger, ids: RequestIds): Logger {
  const own = logger.child(ids);
  ofRequests.add(own);
  return own;
}
