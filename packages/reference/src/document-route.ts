import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { type RequestHandler, Router } from 'express';

/** Serves a JSON document for programs, editors and pages of other sites, without a credential. */
export function documentRoute(path: string, document: object): Router {
  const bytes = Buffer.from(JSON.stringify(document));
  return textRoute(
    path,
    documentHandler('application/json', () => bytes),
  );
}

/** @param send the handler of the document, of `documentHandler` */
export function textRoute(path: string, send: RequestHandler): Router {
  return Router().get(path, send).options(path, allowPreflight).all(path, refuseOtherMethods);
}

/**
 * Sends a document that stays the same. Kept as bytes: each response would copy a string, and keep the copy until
 * its client has read it.
 * @param read called at the first request
 */
export function documentHandler(
  mediaType: string,
  read: () => Buffer | Promise<Buffer>,
): RequestHandler {
  let kept: ReturnType<typeof prepare> | undefined;
  return async (request, response) => {
    kept ??= prepare(read);
    const { bytes, etag, compressed } = await kept.catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    const encoding = encodings.find((one) => one === request.acceptsEncodings(...encodings));
    response.vary('Accept-Encoding').set({
      'Content-Type': `${mediaType}; charset=utf-8`,
      ETag: etag,
      'Cache-Control': 'public, max-age=60',
      'Access-Control-Allow-Origin': '*',
      ...(encoding && { 'Content-Encoding': encoding }),
    });
    response.send(encoding ? await compressed(encoding) : bytes);
  };
}

async function prepare(read: () => Buffer | Promise<Buffer>) {
  const bytes = await read();
  // Weak, because it is the same for every encoding.
  const etag = `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
  return { bytes, etag, compressed: compressOnce(bytes) };
}

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: brotliParameters }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};
type Encoding = keyof typeof compressors;
/** The smallest first. */
const encodings = Object.keys(compressors) as Encoding[];
const brotliParameters = { [constants.BROTLI_PARAM_QUALITY]: 9 };

/** Compresses at the first request of each encoding: a document names the address of its service. */
function compressOnce(bytes: Buffer): (encoding: Encoding) => Promise<Buffer> {
  const made = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const known = made.get(encoding) ?? compressors[encoding](bytes);
    made.set(encoding, known);
    return known;
  };
}

/** Pages of other sites may send headers of their own, such as `MCP-Protocol-Version`. */
const allowPreflight: RequestHandler = (_request, response) => {
  response
    .status(204)
    .set({
      Allow: 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'GET, HEAD',
      'Access-Control-Allow-Headers': '*',
    })
    .end();
};

/** For paths that have GET only. */
export const refuseOtherMethods: RequestHandler = ({ method }, response, next) => {
  if (method === 'GET' || method === 'HEAD') return next();
  response.setHeader('Allow', 'GET, HEAD');
  const detail = `${method} is not supported here; GET and HEAD are.`;
  throw new AppError(problem('method_not_allowed', detail));
};
