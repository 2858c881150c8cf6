import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { type Logger, requestLogger } from '../logging/logger.ts';
import { requestLines } from '../logging/request-lines.ts';
import type { Port } from '../metrics/request-durations.ts';
import type { Telemetry } from '../telemetry.ts';
import { newTrace, parseTraceparent, type TraceContext } from '../tracing/trace-context.ts';
import type { Span } from '../tracing/tracing.ts';
import { currentRequest } from './current-request.ts';

/** What is known of a request before anything is read of it. */
export type RequestContext = {
  /** From the `X-Request-Id` header where it is well-formed, else new; answered in the same header. */
  requestId: string;
  /** From the `traceparent` header where it is valid, else new. */
  traceId: string;
  /** What calls to the other service go on from. */
  trace: TraceContext;
  /** The caller's network address. */
  address: string;
  logger: Logger;
};

/** What an audit row keeps of the request that it tells of. */
export type AuditedRequest = Pick<RequestContext, 'requestId' | 'traceId' | 'address'>;

export type RequestContextOptions = {
  logger: Logger;
  telemetry: Telemetry;
  port: Port;
  /** The route of a path that no Express route serves. */
  templateOf?: (path: string) => string | undefined;
};

const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Gives every request an id, its place in a trace and a logger; logs and measures it once when its
 * answer is finished or cut off.
 */
export function requestContext(options: RequestContextOptions): RequestHandler {
  const { logger, telemetry, port, templateOf } = options;
  const logRequest = requestLines(logger);
  const durations = telemetry.metrics.requests.of(port, templateOf);
  return (request, response, next) => {
    const startedAt = performance.now();
    const span = beginSpan(request, options);
    const context = new Context(request, logger, span.context);
    response.locals.context = context;
    response.setHeader('X-Request-Id', context.requestId);
    // The path alone: a query can hold what must not be logged.
    const { method, path } = request;
    response.on('close', () => {
      const milliseconds = performance.now() - startedAt;
      const isFinished = response.writableFinished;
      const status = response.statusCode;
      const route = durations.routeOf(request.route?.path, path);
      durations.observe(method, route, isFinished ? status : 0, milliseconds / 1000);
      span.end(`${method} ${route}`, isFinished ? status : undefined);
      const { requestId, traceId } = context;
      const durationMilliseconds = Math.round(milliseconds * 10) / 10;
      logRequest({ requestId, traceId, method, path, status, durationMilliseconds, isFinished });
    });
    currentRequest.run(context, next);
  };
}

/** Express takes a while to find that nothing was forwarded. */
function addressOf(request: Request): string {
  const { headers, socket } = request;
  const address = headers['x-forwarded-for'] === undefined ? socket.remoteAddress : request.ip;
  return address ?? '';
}

export function contextOf(response: Response): RequestContext {
  return response.locals.context;
}

function beginSpan(request: Request, { telemetry, port }: RequestContextOptions): Span {
  const told = parseTraceparent(request.headers.traceparent);
  // What begins at the internal port is probes and scrapes, which nobody wants collected.
  const parent = told ?? (port === 'internal' ? newTrace() : undefined);
  return telemetry.tracing.begin({ kind: 'server', name: request.method, parent });
}

/** A class, since making an object with a getter of its own takes as long as all else here. */
class Context implements RequestContext {
  readonly requestId: string;
  readonly trace: TraceContext;
  readonly address: string;
  readonly #logger: Logger;
  #own: Logger | undefined;

  constructor(request: Request, logger: Logger, trace: TraceContext) {
    const sent = request.headers['x-request-id'];
    this.requestId = typeof sent === 'string' && WELL_FORMED.test(sent) ? sent : randomUUID();
    this.trace = trace;
    this.address = addressOf(request);
    this.#logger = logger;
  }

  get traceId(): string {
    return this.trace.traceId;
  }

  /** Most requests log nothing but their end, and making a logger costs as much as a line. */
  get logger(): Logger {
    const { requestId, traceId } = this;
    this.#own ??= requestLogger(this.#logger, { requestId, traceId });
    return this.#own;
  }
}
