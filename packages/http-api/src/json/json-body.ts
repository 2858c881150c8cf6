import type { IncomingHttpHeaders } from 'node:http';
import { MIMEType } from 'node:util';
import { type Problem, problem } from '@app-platform/contracts';
import { type JsonFault, type JsonOptions, readJsonBytes } from '@app-platform/json';
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { AppError } from '../errors/app-error.ts';
import { rejectAndDrain } from '../server/reject-and-drain.ts';

type JsonLimits = Pick<JsonOptions, 'maxDepth' | 'maxValues'>;

export type JsonBodyOptions = JsonLimits & {
  /** The limit for the body as sent, and for the decompressed body. */
  maxBytes?: number;
};

const acceptedEncodings = ['gzip', 'br', 'deflate'];

/**
 * Parses a JSON body into `request.body`, which stays undefined if the request has no body. The
 * text of the body goes into `response.locals.bodyText`.
 * A refusal reaches the error handler as one AppError that holds every problem.
 */
export function jsonBody({
  maxBytes = 1_048_576,
  ...limits
}: JsonBodyOptions = {}): RequestHandler {
  const readBytes = express.raw({ type: () => true, limit: maxBytes });
  return (request, response, next) => {
    if (!hasBody(request.headers)) {
      next();
      return;
    }
    const refusal = refuseHeaders(request.headers, maxBytes);
    if (refusal) {
      rejectAndDrain(request, response, refusal, next);
      return;
    }
    const proceed = onlyOnce(next);
    watchLength(request, maxBytes, () =>
      rejectAndDrain(request, response, tooLarge(maxBytes), proceed),
    );
    readBytes(request, response, (error?: unknown) => {
      if (error) proceed(readingError(error, maxBytes));
      else proceed(parseBody(request, response, limits));
    });
  };
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function onlyOnce(next: NextFunction): (error?: unknown) => void {
  let isDone = false;
  return (error) => {
    if (isDone) return;
    isDone = true;
    next(error);
  };
}

/**
 * Counts the bytes of a chunked body, and refuses it as soon as it is too large: body-parser waits
 * for its end, which may never come.
 */
function watchLength(request: Request, maxBytes: number, onTooLarge: () => void): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  let length = 0;
  const count = (chunk: Buffer): void => {
    length += chunk.length;
    if (length <= maxBytes) return;
    request.off('data', count);
    onTooLarge();
  };
  request.on('data', count);
}

function refuseHeaders(headers: IncomingHttpHeaders, maxBytes: number): AppError | undefined {
  const problems = [...contentTypeProblems(headers['content-type'])];
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const refusesEncoding = encoding !== 'identity' && !acceptedEncodings.includes(encoding);
  if (refusesEncoding) {
    const detail = `The content encoding must be one of ${acceptedEncodings.join(', ')}, or none.`;
    problems.push(unsupported(detail, 'content-encoding'));
  }
  if (problems.length > 0) {
    // RFC 9110 section 15.5.16: the response header names the request header at fault.
    return new AppError(problems, {
      headers: refusesEncoding
        ? { 'Accept-Encoding': acceptedEncodings.join(', ') }
        : { Accept: 'application/json' },
    });
  }
  return Number(headers['content-length'] ?? 0) > maxBytes ? tooLarge(maxBytes) : undefined;
}

function contentTypeProblems(contentType: string | undefined): Problem[] {
  const type = parseContentType(contentType);
  if (type?.type !== 'application' || !/^(?:.+\+)?json$/.test(type.subtype)) {
    return [unsupported('The content type must be application/json.', 'content-type')];
  }
  const charset = type.params.get('charset');
  if (charset === null || /^utf-?8$/i.test(charset)) return [];
  return [unsupported('The charset must be utf-8, or left out.', 'content-type')];
}

function parseContentType(contentType = ''): MIMEType | undefined {
  try {
    return new MIMEType(contentType);
  } catch {
    return undefined;
  }
}

function unsupported(detail: string, header: string): Problem {
  return problem('unsupported_media_type', detail, { header });
}

function tooLarge(maxBytes: number): AppError {
  const detail = `A body may be at most ${maxBytes} bytes long, as sent and once decompressed.`;
  return new AppError(problem('payload_too_large', detail));
}

/** Translates the errors of body-parser and zlib. */
function readingError(cause: unknown, maxBytes: number): AppError {
  const type = cause instanceof Error && 'type' in cause ? cause.type : undefined;
  if (type === 'entity.too.large') return tooLarge(maxBytes);
  if (type === 'request.aborted') {
    const detail = 'The connection closed before the whole body had arrived.';
    return new AppError(problem('request_aborted', detail), { cause });
  }
  const detail = 'The body could not be decompressed as its Content-Encoding header says.';
  return new AppError(problem('malformed_json', detail, { pointer: '' }), { cause });
}

/** Sets `request.body`. @returns the refusal, if any */
function parseBody(request: Request, response: Response, limits: JsonLimits): AppError | undefined {
  const bytes: unknown = request.body;
  // Not a buffer if another parser has read the body.
  if (!Buffer.isBuffer(bytes)) return undefined;
  request.body = undefined;
  if (bytes.length === 0) return undefined;
  const result = readJsonBytes(bytes, limits);
  if (!result.ok) return new AppError(result.faults.map(jsonProblem));
  request.body = result.value;
  response.locals.bodyText = result.text;
  return undefined;
}

/** A fault of the reader as an element of `errors`. */
function jsonProblem({ code, detail, pointer, line, column }: JsonFault): Problem {
  // A fault of the syntax has no pointer that would lead to it.
  const placed =
    code === 'malformed_json'
      ? `Line ${line}, column ${column}: ${detail.charAt(0).toLowerCase()}${detail.slice(1)}`
      : detail;
  return problem(code, placed, { pointer }, { line, column });
}
