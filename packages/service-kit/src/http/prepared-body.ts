import { hash } from 'node:crypto';
import type { Request, Response } from 'express';

/** The body of an answer that is ready to be sent, as often as it is asked for. */
export type PreparedBody = {
  bytes: Buffer;
  /** Strong (RFC 9110 section 8.8.1): the same tag is always the same bytes. */
  etag: string;
};

const ETAG_CHARACTERS = 22;

export function prepareJson(value: unknown): PreparedBody {
  const bytes = Buffer.from(JSON.stringify(value));
  const digest = hash('sha256', bytes, 'base64url');
  return { bytes, etag: `"${digest.slice(0, ETAG_CHARACTERS)}"` };
}

/** Sends a prepared body, or 304 to whoever has it already. */
export function sendPrepared(
  { headers }: Request,
  response: Response,
  { bytes, etag }: PreparedBody,
): void {
  response.setHeader('ETag', etag);
  // It is of the organization that the credential is of, and may have changed a moment later.
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Vary', 'Authorization');
  if (isNamed(etag, headers['if-none-match'])) {
    response.statusCode = 304;
    response.end();
    return;
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes.length);
  // Node.js leaves the body out where the request is a HEAD.
  response.end(bytes);
}

/** Compares as RFC 9110 section 13.1.2 says: one of a list, weak or not, or any at all. */
function isNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false;
}
