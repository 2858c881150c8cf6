import type { Logger } from '@app-platform/runtime';
import type { Request, Response } from 'express';
import { type HttpLogger, pinoHttp } from 'pino-http';
import { contextOf } from './request-context.ts';

/** Logs one line per request: the fields below, and no header, query or body. */
export function requestLog(logger: Logger): HttpLogger<Request, Response> {
  return pinoHttp<Request, Response>({
    logger,
    // The fields are fixed and hold no secret: searching them takes half of the time of a line.
    redact: [],
    customLogLevel: levelOf,
    // By default a line holds `req` and `res` with all headers and the query.
    serializers: { req: () => undefined },
    customSuccessObject: fieldsOf,
    customErrorObject: fieldsOf,
    customSuccessMessage: messageOf,
    customErrorMessage: messageOf,
  });
}

/** For probes, scrapes and polls: their lines are logged at debug level if they succeed. */
export function markRoutine(response: Response): void {
  response.locals.isRoutine = true;
}

function levelOf(_request: Request, response: Response): 'debug' | 'info' {
  const { locals, statusCode, writableFinished } = response;
  return locals.isRoutine && writableFinished && statusCode < 400 ? 'debug' : 'info';
}

function fieldsOf(_request: Request, response: Response) {
  const { requestId, traceId, method, path, startedAt } = contextOf(response);
  return {
    requestId,
    traceId,
    method,
    path,
    status: response.statusCode,
    durationMilliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
  };
}

function messageOf(_request: Request, response: Response): string {
  return response.writableFinished ? 'request' : 'request cut off';
}
