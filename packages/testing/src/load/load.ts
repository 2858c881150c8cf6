import { setTimeout as wait } from 'node:timers/promises';
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

export type Rate = Omit<Load, 'connections'> & { perSecond: number };

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

/** Requests that may wait for an answer; further ones are left out, since the service is too slow. */
const MAX_IN_FLIGHT = 500;
const TICK_MILLISECONDS = 50;

/**
 * Sends requests at a fixed rate and checks the status of every answer.
 * @returns the number of requests
 * @throws Error where the service cannot follow
 */
export async function runAtRate({ port, perSecond, seconds, next }: Rate): Promise<number> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 16, pipelining: 1 });
  const startedAt = performance.now();
  const inFlight = new Set<Promise<void>>();
  let sent = 0;
  let failure: unknown;
  try {
    for (let elapsed = 0; elapsed < seconds; await wait(TICK_MILLISECONDS)) {
      elapsed = Math.min((performance.now() - startedAt) / 1000, seconds);
      for (; sent < elapsed * perSecond && inFlight.size < MAX_IN_FLIGHT; sent += 1) {
        const request = next();
        if (!request) break;
        const answered = send(pool, request)
          .catch((error: unknown) => {
            failure ??= error;
          })
          .finally(() => inFlight.delete(answered));
        inFlight.add(answered);
      }
      if (failure) throw failure;
    }
    await Promise.all(inFlight);
  } finally {
    await pool.destroy();
  }
  if (sent < 0.95 * perSecond * seconds) {
    throw new Error(`Only ${sent} of ${perSecond * seconds} requests were sent to port ${port}.`);
  }
  return sent;
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
