import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Logger } from '../logging/logger.ts';

/** What is known of a request before anything is read of it. */
export type RequestContext = {
  /** From the `X-Request-Id` header where it is well-formed, else new; answered in the same header. */
  requestId: string;
  /** The caller's network address. */
  address: string;
  logger: Logger;
};

const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives every request an id and a logger, and logs it once when its answer is finished or cut off. */
export function requestContext(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const sent = request.get('x-request-id');
    const requestId = sent && WELL_FORMED.test(sent) ? sent : randomUUID();
    const context: RequestContext = {
      requestId,
      address: request.ip ?? '',
      logger: logger.child({ requestId }),
    };
    response.locals.context = context;
    response.setHeader('X-Request-Id', requestId);
    // The path alone: a query can hold what must not be logged.
    const { method, path } = request;
    response.on('close', () => {
      const durationMilliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
      const outcome = response.writableFinished ? 'request' : 'request cut off';
      const status = response.statusCode;
      context.logger.info({ method, path, status, durationMilliseconds }, outcome);
    });
    next();
  };
}

export function contextOf(response: Response): RequestContext {
  return response.locals.context;
}
