import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Logger } from '@app-platform/runtime';
import type { Database } from '../database/database.ts';
import type { ExpiredRecordStore, ExpiredRecordStores } from './expired-record-store.ts';

const INTERVAL_MILLISECONDS = 60_000;
/** Few enough that a statement takes milliseconds, and no request waits for its locks. */
const BATCH_ROWS = 1_000;
/** Between batches, so that a long backlog leaves the database to requests. */
const PAUSE_MILLISECONDS = 50;

export type SweeperOptions = { clock?: Clock; intervalMilliseconds?: number; batchRows?: number };

type RemoveBatch = (expired: ExpiredRecordStore) => Promise<number>;

/** Deletes expired rows in small batches. */
export class ExpiredRecordSweeper {
  readonly #database: Database<ExpiredRecordStores>;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #intervalMilliseconds: number;
  readonly #batchRows: number;
  #running: AbortController | undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(
    database: Database<ExpiredRecordStores>,
    logger: Logger,
    options: SweeperOptions = {},
  ) {
    this.#database = database;
    this.#logger = logger;
    this.#clock = options.clock ?? (() => new Date());
    this.#intervalMilliseconds = options.intervalMilliseconds ?? INTERVAL_MILLISECONDS;
    this.#batchRows = options.batchRows ?? BATCH_ROWS;
  }

  start(): void {
    if (this.#running) return;
    this.#running = new AbortController();
    this.#loop = this.#repeat(this.#running.signal);
  }

  /** Resolves when no statement runs: the database may then be closed. */
  async stop(): Promise<void> {
    this.#running?.abort();
    this.#running = undefined;
    await this.#loop;
  }

  /** @returns how many rows were removed */
  async sweep(signal?: AbortSignal): Promise<number> {
    const [clock, most] = [this.#clock, this.#batchRows];
    const batches: RemoveBatch[] = [
      (expired) => expired.removeRecords(clock(), most),
      (expired) => expired.removeRevocations(clock(), most),
      (expired) => expired.removeRefusedRequests(clock(), most),
    ];
    let removed = 0;
    for (const removeBatch of batches) removed += await this.#removeAll(removeBatch, signal);
    return removed;
  }

  async #removeAll(removeBatch: RemoveBatch, signal?: AbortSignal): Promise<number> {
    for (let removed = 0; ; ) {
      const rows = await this.#database.transaction(({ expiredRecords }) =>
        removeBatch(expiredRecords),
      );
      removed += rows;
      if (rows < this.#batchRows || signal?.aborted) return removed;
      await pause(PAUSE_MILLISECONDS, signal);
    }
  }

  async #repeat(signal: AbortSignal): Promise<void> {
    for (;;) {
      // Spreads replicas that start together.
      await pause(this.#intervalMilliseconds * (0.5 + Math.random()), signal);
      if (signal.aborted) return;
      try {
        const removed = await this.sweep(signal);
        if (removed > 0) this.#logger.info({ removed }, 'expired records removed');
      } catch (error) {
        // The next sweep removes the same rows.
        this.#logger.warn({ err: error }, 'expired records not removed');
      }
    }
  }
}

/** Ends early, without an error, when it is aborted. Does not keep the process alive. */
async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await wait(milliseconds, undefined, { ref: false, ...(signal && { signal }) }).catch(
    () => undefined,
  );
}
