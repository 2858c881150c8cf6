import { type Answer, HttpConnection } from './http-connection.ts';
import type { Work } from './rounds.ts';

/** A request, and what its answer must be. */
export type Exchange = { request: Buffer; isAnswered(answer: Answer): boolean };

export type LoadOptions = {
  port: number;
  connections: number;
  seconds: number;
  mostRequests: number;
  /**
   * For answers that a service gives alone. A load generator that sleeps until an answer comes is
   * woken up by whoever sends it, at the cost of that process: half as much again as answering a
   * read. The faster side keeps it busy, and would not pay for it.
   */
  staysAwake?: boolean;
  /** @param connection its number, from 0: for work that goes on where its last request ended */
  next(connection: number): Exchange;
};

/** Sends requests on some connections, on each one after the other, and checks every answer. */
export async function applyLoad(options: LoadOptions): Promise<Work> {
  const startedAt = performance.now();
  const deadline = startedAt + options.seconds * 1000;
  let requests = 0;
  const begin = () => performance.now() < deadline && requests++ < options.mostRequests;
  const clients = Array.from({ length: options.connections }, (_, number) =>
    converse(options, number, begin),
  );
  if (options.staysAwake) stayAwake(Promise.allSettled(clients));
  const counts = await Promise.all(clients);
  return {
    requests: counts.reduce((sum, count) => sum + count, 0),
    seconds: (performance.now() - startedAt) / 1000,
  };
}

/** Looks for answers again and again, without ever waiting for them. */
function stayAwake(work: Promise<unknown>): void {
  let isDone = false;
  const look = () => {
    if (!isDone) setImmediate(look);
  };
  look();
  void work.then(() => {
    isDone = true;
  });
}

async function converse(
  { port, next }: LoadOptions,
  number: number,
  begin: () => boolean,
): Promise<number> {
  let answered = 0;
  let connection = await HttpConnection.open(port);
  try {
    while (begin()) {
      const { request, isAnswered } = next(number);
      const answer = await connection.send(request);
      if (!isAnswered(answer)) throw unexpected(answer);
      answered += 1;
      if (!answer.closes) continue;
      connection.close();
      connection = await HttpConnection.open(port);
    }
  } finally {
    connection.close();
  }
  return answered;
}

function unexpected({ status, body }: Answer): Error {
  return new Error(
    `An answer was not the expected one: ${status} ${body.toString('utf8', 0, 500)}`,
  );
}

/** A request as it goes over the wire. */
export function httpRequest(method: string, path: string, bearer: string, body?: Buffer): Buffer {
  const content: Record<string, string> = body
    ? { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
    : {};
  return Buffer.concat([head(method, path, bearer, content), body ?? Buffer.alloc(0)]);
}

/** A read by whoever has the answer already, and asks whether it changed. */
export function revalidationRequest(path: string, bearer: string, etag: string): Buffer {
  return head('GET', path, bearer, { 'If-None-Match': etag });
}

function head(
  method: string,
  path: string,
  bearer: string,
  headers: Record<string, string>,
): Buffer {
  const all = { Host: '127.0.0.1', Authorization: `Bearer ${bearer}`, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}
/** A form as it goes over the wire. */
export function formRequest(path: string, fields: Record<string, string>): Buffer {
  const body = new URLSearchParams(fields).toString();
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}
