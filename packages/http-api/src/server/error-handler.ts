import { type Problem, problem } from '@app-platform/contracts';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { AppError } from '../errors/app-error.ts';
import { forbidStoring } from './no-store.ts';
import { contextOf } from './request-context.ts';

/** The last handler: no route matched. */
export const notFound: RequestHandler = () => {
  throw new AppError(problem('not_found', 'There is nothing at this path. See /openapi.json.'));
};

/**
 * Turns errors into responses in the registry's error shape.
 * @param translate maps an error of a library, such as a database driver, to an AppError
 * @param baseUrl the address of the service whose `/docs/errors` describes the codes; empty for
 *   relative links, left out for none
 */
export function errorHandler(
  translate: (error: unknown) => AppError | undefined = () => undefined,
  baseUrl?: string,
): ErrorRequestHandler {
  return (error, _request, response, next) => {
    const known = asAppError(error) ?? translate(error) ?? unexpected(error);
    const { logger, requestId, traceId } = contextOf(response);
    const ids = { requestId, traceId };
    if (known.status >= 500) {
      logger.error(
        { ...ids, err: known.cause ?? known, detail: known.internalDetail },
        'request failed',
      );
    } else if (known.internalDetail) {
      logger.info({ ...ids, detail: known.internalDetail }, 'request refused');
    }
    if (response.headersSent) {
      next(error);
      return;
    }
    const errors = known.problems.map((one) =>
      one.status >= 500 ? { ...one, meta: { ...one.meta, requestId } } : one,
    );
    const body = { errors: baseUrl === undefined ? errors : withLinks(errors, baseUrl) };
    forbidStoring(response);
    response.status(known.status).set(known.headers).json(body);
  };
}

/** Adds the address of the documentation of each code. */
export function withLinks(problems: readonly Problem[], baseUrl: string): Problem[] {
  return problems.map((one) => ({
    ...one,
    links: one.links ?? { about: `${baseUrl}/docs/errors#${one.code}` },
  }));
}

/** Express throws a URIError for a path that it cannot decode. */
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
