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

/**
 * For an answer that lasts: its duration counts until now, and it is complete whenever its connection ends.
 */
export function markAnswered(response: Response): void {
  response.locals.answeredAt = performance.now();
}

/** When the answer was there; undefined for one that is measured until its end. */
export function answeredAt({ locals }: Response): number | undefined {
  return locals.answeredAt;
}

/** Whether the answer was sent to its end. One that lasts has no end of its own. */
export function isComplete(response: Response): boolean {
  return response.writableFinished || answeredAt(response) !== undefined;
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
    durationMilliseconds:
      Math.round(((answeredAt(response) ?? performance.now()) - startedAt) * 10) / 10,
  };
}

function messageOf(_request: Request, response: Response): string {
  return isComplete(response) ? 'request' : 'request cut off';
}
