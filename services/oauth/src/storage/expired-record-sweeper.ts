import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Logger } from '@app-platform/service-kit';
import type { Database, DatabaseClient } from '../database/database.ts';

const INTERVAL_MILLISECONDS = 60_000;
/** Few enough that a statement takes milliseconds, and holds no lock that anybody waits for. */
const BATCH_ROWS = 1_000;
/** Between batches, so that a long backlog leaves the database to requests. */
const BREATH_MILLISECONDS = 50;
/** Any number that no other lock of this database uses. */
export const SWEEPER_LOCK = 7_201_002n;

export type SweeperOptions = { clock?: Clock; intervalMilliseconds?: number; batchRows?: number };

/**
 * Removes what has expired, in small statements, by whichever replica takes the lock. Rows that
 * others hold are left for the next time.
 */
export class ExpiredRecordSweeper {
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #intervalMilliseconds: number;
  readonly #batchRows: number;
  #running: AbortController | undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(database: Database, logger: Logger, options: SweeperOptions = {}) {
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

  /** Returns when no statement runs any more: the database may be closed then. */
  async stop(): Promise<void> {
    this.#running?.abort();
    this.#running = undefined;
    await this.#loop;
  }

  /** @returns how many rows were removed; 0 where another replica is at it */
  async sweep(signal?: AbortSignal): Promise<number> {
    let removed = 0;
    for (const removeBatch of [removeRecords, removeRevocations]) {
      let rows: number;
      do {
        rows = await this.#underLock((client) => {
          return removeBatch(client, this.#clock(), this.#batchRows);
        });
        removed += rows;
        if (rows === this.#batchRows) await pause(BREATH_MILLISECONDS, signal);
      } while (rows === this.#batchRows && !signal?.aborted);
    }
    return removed;
  }

  async #repeat(signal: AbortSignal): Promise<void> {
    for (;;) {
      // Replicas that start together drift apart.
      await pause(this.#intervalMilliseconds * (0.5 + Math.random()), signal);
      if (signal.aborted) return;
      try {
        const removed = await this.sweep(signal);
        if (removed > 0) this.#logger.info({ removed }, 'expired records removed');
      } catch (error) {
        // Nobody waits for this, and the next time does the same.
        this.#logger.warn({ err: error }, 'expired records not removed');
      }
    }
  }

  /** The lock ends with the batch's transaction, however that ends. */
  #underLock(work: (client: DatabaseClient) => Promise<number>): Promise<number> {
    return this.#database.transaction(async (client) => {
      const [lock] = await client.$queryRaw<{ taken: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(${SWEEPER_LOCK}::bigint) AS taken`;
      return lock?.taken ? work(client) : 0;
    });
  }
}

/**
 * By the index on `expires_at` alone: a consumed refresh token has been given an end of its own.
 * With a code that nobody exchanged goes its grant, on which nothing else was ever issued.
 */
async function removeRecords(client: DatabaseClient, now: Date, rows: number): Promise<number> {
  const [counted] = await client.$queryRaw<{ removed: number }[]>`
    WITH expired AS (
      DELETE FROM provider_record WHERE digest = ANY(ARRAY(
        SELECT digest FROM provider_record WHERE expires_at <= ${now}::timestamptz
        ORDER BY expires_at LIMIT ${rows}::int FOR UPDATE SKIP LOCKED))
      RETURNING kind, grant_digest, consumed_at
    ), unused_grants AS (
      DELETE FROM provider_record WHERE digest = ANY(ARRAY(
        SELECT grant_digest FROM expired
        WHERE kind = 'AuthorizationCode' AND consumed_at IS NULL))
    )
    SELECT count(*)::int AS removed FROM expired`;
  return counted?.removed ?? 0;
}

/** When a revocation expires, so have all the tokens that it speaks of. */
function removeRevocations(client: DatabaseClient, now: Date, rows: number): Promise<number> {
  return client.$executeRaw`
    DELETE FROM revocation WHERE id = ANY(ARRAY(
      SELECT id FROM revocation WHERE expires_at <= ${now}::timestamptz
      ORDER BY expires_at LIMIT ${rows}::int FOR UPDATE SKIP LOCKED))`;
}

/** Ends early, and quietly, where it is aborted. Keeps no process alive. */
async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await wait(milliseconds, undefined, { ref: false, ...(signal && { signal }) }).catch(
    () => undefined,
  );
}
