import { setTimeout as wait } from 'node:timers/promises';
import type { RedisClient } from './redis-client.ts';

const ATTEMPT_MILLISECONDS = 3_000;
const PAUSE_MILLISECONDS = 500;

type Underlying = {
  readonly isOpen: boolean;
  readonly isReady: boolean;
  connect(): Promise<unknown>;
  close(): Promise<unknown>;
  destroy(): void | Promise<void>;
};

/**
 * A cluster's or a sentinel's client, which gives up where nobody answers at first, and waits
 * without end for a node that is away: every attempt is bounded here, and followed by another.
 */
export class PersistentClient implements RedisClient {
  readonly send: RedisClient['send'];
  readonly #client: Underlying;
  readonly #onError: (error: Error) => void;
  /** Whoever connects goes on until there is another one. */
  #connecting = 0;
  #ended: Promise<void> = Promise.resolve();

  constructor(client: Underlying, onError: (error: Error) => void, send: RedisClient['send']) {
    this.#client = client;
    this.#onError = onError;
    this.send = send;
  }

  get isOpen(): boolean {
    return this.#client.isOpen;
  }

  get isReady(): boolean {
    return this.#client.isReady;
  }

  async connect(): Promise<void> {
    this.#connecting += 1;
    const own = this.#connecting;
    while (own === this.#connecting) {
      await this.#ended;
      try {
        await inTime(this.#client.connect());
        return;
      } catch (error) {
        if (own !== this.#connecting) return;
        this.#onError(error instanceof Error ? error : new Error(String(error)));
        this.#end();
        await wait(PAUSE_MILLISECONDS * (1 + Math.random()), undefined, { ref: false });
      }
    }
  }

  async close(): Promise<void> {
    this.#connecting += 1;
    await this.#client.close();
  }

  destroy(): void {
    this.#connecting += 1;
    this.#end();
  }

  #end(): void {
    if (!this.#client.isOpen) return;
    this.#ended = Promise.resolve(this.#client.destroy()).catch(this.#onError);
  }
}

async function inTime(attempt: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  const overdue = wait(ATTEMPT_MILLISECONDS, undefined, { signal: patience.signal }).then(() => {
    throw new Error('Redis could not be connected to in time');
  });
  try {
    await Promise.race([attempt, overdue]);
  } finally {
    patience.abort();
    // Whichever of them comes too late is of no interest.
    void Promise.allSettled([attempt, overdue]);
  }
}
