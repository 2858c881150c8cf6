import { randomUUID } from 'node:crypto';
import {
  currentRequest,
  type Logger,
  newTrace,
  type Port,
  parseTraceparent,
  type Span,
  type Telemetry,
  type TraceContext,
} from '@app-platform/runtime';
import type { Request, RequestHandler } from 'express';
import { forbidStoring } from './no-store.ts';
import type { RequestContext } from './request-context.ts';
import { answeredAt, isComplete, requestLog } from './request-log.ts';

export type RequestContextOptions = {
  logger: Logger;
  telemetry: Telemetry;
  port: Port;
  /** The route of a path that no Express route serves. */
  templateOf?: (path: string) => string | undefined;
};

/** Begins the address of an IPv4 client where the service listens on `::` (RFC 4291 section 2.5.5.2). */
const MAPPED = /^::ffff:(?=\d+\.)/i;
const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Gives each request an id and a place in a trace; logs and measures it when its response ends. No
 * response is stored by a cache unless its route says so.
 */
export function requestContext(options: RequestContextOptions): RequestHandler {
  const { logger, telemetry, port, templateOf } = options;
  const log = requestLog(logger);
  const durations = telemetry.metrics.requests.of(port, templateOf);
  return (request, response, next) => {
    const span = beginSpan(request, options);
    const context = newContext(request, logger, span.context);
    const { method, path, startedAt } = context;
    response.locals.context = context;
    response.setHeader('X-Request-Id', context.requestId);
    forbidStoring(response);
    log(request, response);
    response.on('close', () => {
      const status = isComplete(response) ? response.statusCode : undefined;
      const route = durations.routeOf(request.route?.path, path);
      const milliseconds = (answeredAt(response) ?? performance.now()) - startedAt;
      durations.observe(method, route, status ?? 0, milliseconds / 1000);
      span.end(`${method} ${route}`, status);
    });
    currentRequest.run(context, next);
  };
}

function newContext(request: Request, logger: Logger, trace: TraceContext): RequestContext {
  const sent = request.get('x-request-id') ?? '';
  const { method, path, ip = '' } = request;
  return {
    requestId: WELL_FORMED.test(sent) ? sent : randomUUID(),
    traceId: trace.traceId,
    trace,
    address: ip.replace(MAPPED, ''),
    method,
    path,
    startedAt: performance.now(),
    logger,
  };
}

function beginSpan(request: Request, { telemetry, port }: RequestContextOptions): Span {
  const sent = parseTraceparent(request.headers.traceparent);
  // Traces begun at the internal port are probes and scrapes, and are not collected.
  const parent = sent ?? (port === 'internal' ? newTrace() : undefined);
  return telemetry.tracing.begin({ kind: 'server', name: request.method, parent });
}
