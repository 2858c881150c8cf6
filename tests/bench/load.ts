import { Pool } from 'undici';

const ANSWER_TIMEOUT_MILLISECONDS = 30_000;

export type LoadRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
  status: number;
  /** Called with the body of the answer. */
  onAnswer?(body: string): void;
};

export type Load = {
  port: number;
  /** Each connection has one request at a time. */
  connections: number;
  seconds: number;
  /** Returns undefined when there is nothing left to send. */
  next(): LoadRequest | undefined;
};

/**
 * Sends requests for some seconds and checks the status of every answer.
 * @returns the number of requests
 */
export async function runLoad({ port, connections, seconds, next }: Load): Promise<number> {
  const pool = new Pool(`http://127.0.0.1:${port}`, {
    connections,
    pipelining: 1,
    headersTimeout: ANSWER_TIMEOUT_MILLISECONDS,
  });
  const end = performance.now() + seconds * 1000;
  let requests = 0;
  const sendUntilEnd = async () => {
    for (let request = next(); request; request = performance.now() < end ? next() : undefined) {
      await send(pool, request);
      requests += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, sendUntilEnd));
  } finally {
    await pool.destroy();
  }
  return requests;
}

async function send(pool: Pool, request: LoadRequest): Promise<void> {
  const { method, path, headers, status, onAnswer } = request;
  const answer = await pool.request({ method, path, headers, body: request.body ?? null });
  const body = await answer.body.text();
  if (answer.statusCode !== status) {
    throw new Error(`${method} ${path} answered ${answer.statusCode} ${body.slice(0, 500)}`);
  }
  onAnswer?.(body);
}
