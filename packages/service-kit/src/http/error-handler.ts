import { problem } from '@app-platform/contracts';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { AppError } from '../errors/app-error.ts';
import { contextOf } from './request-context.ts';

/** The last route: no path matched. */
export const refusePath: RequestHandler = () => {
  throw new AppError(problem('not_found', 'There is nothing at this path. See /openapi.json.'));
};

/**
 * The one place where errors become answers, in the registry's error shape.
 * @param translate turns an error of a library (a database, say) into an AppError where it can
 */
export function errorHandler(
  translate: (error: unknown) => AppError | undefined = () => undefined,
): ErrorRequestHandler {
  return (error, _request, response, next) => {
    const known = asAppError(error) ?? translate(error) ?? unexpected(error);
    const { logger, requestId } = contextOf(response);
    if (known.status >= 500) {
      logger.error({ err: known.cause ?? known, detail: known.internalDetail }, 'request failed');
    } else if (known.internalDetail) {
      logger.info({ detail: known.internalDetail }, 'request refused');
    }
    if (response.headersSent) {
      next(error);
      return;
    }
    const errors = known.problems.map((one) =>
      one.status >= 500 ? { ...one, meta: { ...one.meta, requestId } } : one,
    );
    response.status(known.status).set(known.headers).json({ errors });
  };
}

/** Express and its router throw errors with a status for requests that they cannot read. */
function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof URIError) {
    const detail = 'The path holds a percent-encoding that is not valid UTF-8.';
    return new AppError(problem('malformed_path', detail), { cause: error });
  }
  return undefined;
}

function unexpected(cause: unknown): AppError {
  const detail = 'Try again; if it goes on, tell the operator the request id.';
  return new AppError(problem('internal_error', detail), { cause });
}
