import { hash } from 'node:crypto';
import type { Request, Response } from 'express';

declare const represented: unique symbol;

/** JSON text of a value of type `T`. */
export type JsonText<T> = string & { readonly [represented]: T };

export function stringify<T>(value: T): JsonText<T> {
  return JSON.stringify(value) as JsonText<T>;
}

/**
 * A serialized response body that can be sent many times.
 * @typeParam T the type of the value whose JSON it is
 */
export type PreparedBody<T = unknown> = {
  readonly [represented]?: T;
  bytes: Buffer;
  /** A strong validator (RFC 9110 section 8.8.1): equal tags mean equal bytes. */
  etag: string;
};

const ETAG_CHARACTERS = 22;

export function prepareJson<T = unknown>(json: string): PreparedBody<T> {
  // Not from the pool of small buffers: one that is kept would keep its neighbours in memory.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  bytes.write(json);
  const digest = hash('sha256', bytes, 'base64url');
  return { bytes, etag: `"${digest.slice(0, ETAG_CHARACTERS)}"` };
}

/** Sends a prepared body, or 304 when the caller already has it. */
export function sendPrepared(
  { headers }: Request,
  response: Response,
  { bytes, etag }: PreparedBody,
): void {
  response.setHeader('ETag', etag);
  // The body belongs to the caller's organization and may change at any time.
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Vary', 'Authorization');
  if (isNamed(etag, headers['if-none-match'])) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes.length);
  // Node.js omits the body of a HEAD response.
  response.end(bytes);
}

/** Weak comparison with a list of tags or `*` (RFC 9110 section 13.1.2). */
function isNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false;
}
