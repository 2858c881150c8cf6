import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Operation } from './api-document.ts';
import type { Body, Draft, Pair } from './draft.ts';

export type EncodedRequest = {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
};

export type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer };

const agent = new Agent({ keepAlive: true });

/** Ends the connections that are kept. */
export function closeConnections(): void {
  agent.destroy();
}

/** @param fill puts the live values in */
export function encode(
  operation: Operation,
  draft: Draft,
  fill: (text: string) => string,
): EncodedRequest {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    // An empty part would be the path of another operation.
    percentEncode(fill(draft.path[name] ?? '') || ' '),
  );
  const query = encodePairs(draft.query, fill);
  const headers = Object.entries(draft.headers).map(([name, value]) => [name, fill(value)]);
  return {
    method: operation.method.toUpperCase(),
    target: query === '' ? path : `${path}?${query}`,
    headers: Object.fromEntries(headers),
    ...(draft.body && { body: encodeBody(draft.body, fill) }),
  };
}

function encodeBody(body: Body, fill: (text: string) => string): Buffer {
  switch (body.kind) {
    case 'json':
      return Buffer.from(fill(JSON.stringify(body.value)));
    case 'form':
      return Buffer.from(encodePairs(body.pairs, fill).slice(0, body.cutTo));
    case 'bytes':
      return body.bytes;
  }
}

function encodePairs(pairs: Pair[], fill: (text: string) => string): string {
  return pairs.map((pair) => pair.map((text) => percentEncode(fill(text))).join('=')).join('&');
}

/** What begins with a percent sign is meant as it is, be it well-formed or not. */
function percentEncode(text: string): string {
  return /^%[\w%]*$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

/** Sends a request as it is; follows nothing. */
export async function send(origin: string, encoded: EncodedRequest): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const { method, target, headers, body } = encoded;
  const sent = httpRequest({
    agent,
    hostname,
    port,
    method,
    path: target,
    headers: { ...headers, ...(body && !headers['transfer-encoding'] && lengthOf(body)) },
  });
  sent.end(body);
  const [received] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0 } = received;
  return { status, headers: received.headers, body: await buffer(received) };
}

function lengthOf(body: Buffer) {
  return { 'content-length': String(body.length) };
}

/** A request as somebody can send it again. */
export function written({ method, target, headers, body }: EncodedRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = body ? JSON.stringify(body.toString('latin1')) : '(no body)';
  return [`${method} ${target}`, ...lines, '', text].join('\n');
}
