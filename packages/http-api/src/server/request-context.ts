import type { Logger, TraceContext } from '@app-platform/runtime';
import type { Response } from 'express';

/** The properties of a request that are known before its body is read. */
export type RequestContext = {
  /** From a well-formed `X-Request-Id` header, else new. Returned in the same header. */
  requestId: string;
  /** From a valid `traceparent` header, else new. */
  traceId: string;
  /** The parent of calls to the other service. */
  trace: TraceContext;
  /** The caller's network address. */
  address: string;
  method: string;
  /** Without the query, which may hold secrets. */
  path: string;
  /** In milliseconds of `performance.now()`. */
  startedAt: number;
  logger: Logger;
};

/** The part that an audit row keeps. */
export type AuditedRequest = Pick<RequestContext, 'requestId' | 'traceId' | 'address'>;

export function contextOf(response: Response): RequestContext {
  return response.locals.context;
}
