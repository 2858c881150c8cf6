import { clearInterval, setInterval } from 'node:timers';
import type { Logger } from '../logging/logger.ts';
import type { DatabaseConnection } from './database-connection.ts';
import { defineStatement, type Statements } from './statement.ts';

const POLL_MILLISECONDS = 250;
/** A replica that is further behind is not read. */
const MOST_LAG_MILLISECONDS = 5_000;
/** Samples that are older say no more than that the lag is too large. */
const KEPT_SAMPLES = 2 * (MOST_LAG_MILLISECONDS / POLL_MILLISECONDS);

/** Positions in the write-ahead log: https://www.postgresql.org/docs/current/functions-admin.html */
const WRITTEN_POSITION = defineStatement({
  name: 'written-position',
  text: "SELECT (pg_current_wal_insert_lsn() - '0/0')::int8 AS position",
  parameters: {},
  row: { position: 'int8' },
});

/** Null where the server is no standby. */
const REPLAYED_POSITION = defineStatement({
  name: 'replayed-position',
  text: `
    SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::int8 END AS position`,
  parameters: {},
  row: { position: 'int8?' },
});

/** Stands for all organizations among those that have written. */
const EVERYONE = '';

type Replica<Reader> = {
  connection: Pick<DatabaseConnection, 'statements' | 'description'>;
  reader: Reader;
  /** Undefined where it did not answer. */
  replayed: bigint | undefined;
  /** What it must have replayed before anyone reads from it. */
  required: bigint;
  /** What it must have replayed before an organization reads from it that has written. */
  requiredBy: Map<string, bigint>;
  isPolled: boolean;
};

/** The primary's position at a time, by the monotonic clock in milliseconds. */
type Sample = { at: number; position: bigint };

export type ReadReplicasOptions<Reader> = {
  primary: Pick<DatabaseConnection, 'statements'>;
  replicas: readonly Pick<DatabaseConnection, 'statements' | 'description'>[];
  /** Makes what reads with the statements of one server. */
  readerOn: (statements: Statements) => Reader;
  /** Told when a replica fails. */
  logger?: Logger;
  now?: () => number;
};

/**
 * Chooses where an organization reads: on a replica that is at most five seconds behind and has what the organization
 * wrote through this process, else on the primary. A statement that fails on a replica runs on the primary.
 */
export class ReadReplicas<Reader> {
  readonly #primary: Statements;
  readonly #primaryReader: Reader;
  readonly #replicas: Replica<Reader>[];
  readonly #logger: Logger | undefined;
  readonly #now: () => number;
  #samples: Sample[] = [];
  /** Organizations that have written since the last sample began. */
  #written = new Set<string>();
  /** Those of the sample that is in flight. */
  #sampling = new Set<string>();
  #next = 0;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;

  constructor({
    primary,
    replicas,
    readerOn,
    logger,
    now = () => performance.now(),
  }: ReadReplicasOptions<Reader>) {
    this.#primary = primary.statements;
    this.#primaryReader = readerOn(primary.statements);
    this.#logger = logger;
    this.#now = now;
    this.#replicas = replicas.map((connection) => {
      const replica: Omit<Replica<Reader>, 'reader'> = {
        connection,
        replayed: undefined,
        required: 0n,
        requiredBy: new Map(),
        isPolled: false,
      };
      return Object.assign(replica, { reader: readerOn(this.#readingFrom(replica)) });
    });
  }

  /** What an organization reads with, during one request. */
  reading(organizationId: string): Reader {
    const count = this.#replicas.length;
    for (let tried = 0; tried < count; tried += 1) {
      this.#next = (this.#next + 1) % count;
      const replica = this.#replicas[this.#next];
      if (replica && this.#hasWritesOf(replica, organizationId)) return replica.reader;
    }
    return this.#primaryReader;
  }

  /** @param organizationId whose rows a committed transaction changed; those of any without it */
  noteWrite(organizationId = EVERYONE): void {
    if (this.#replicas.length > 0) this.#written.add(organizationId);
  }

  /** How old what is read may be. The lag is measured at each poll. */
  get mostBehindMilliseconds(): number {
    return this.#replicas.length > 0 ? MOST_LAG_MILLISECONDS + 4 * POLL_MILLISECONDS : 0;
  }

  /** How far each replica is behind, in seconds, by its address. Infinite where that is not known. */
  lagsInSeconds(): Record<string, number> {
    return Object.fromEntries(
      this.#replicas.map((replica) => [
        replica.connection.description,
        this.#lagOf(replica) / 1_000,
      ]),
    );
  }

  /** Whether every replica is near enough to the primary to be read. */
  get areCurrent(): boolean {
    return this.#replicas.every((replica) => this.#lagOf(replica) <= MOST_LAG_MILLISECONDS);
  }

  start(): void {
    if (this.#replicas.length === 0) return;
    this.#timer = setInterval(() => void this.poll(), POLL_MILLISECONDS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#polling;
  }

  /** Samples the primary, then asks each replica. Joins a poll that is in flight. */
  poll(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined;
    });
    return this.#polling;
  }

  async #poll(): Promise<void> {
    this.#sampling = this.#written;
    this.#written = new Set();
    const at = this.#now();
    try {
      const [row] = await this.#primary.rows(WRITTEN_POSITION, {});
      if (!row) throw new Error('The primary did not say its position');
      const { position } = row;
      this.#samples = [...this.#samples, { at, position }].slice(-KEPT_SAMPLES);
      for (const replica of this.#replicas) this.#require(replica, position);
    } catch {
      // Requests fail too, and are logged. Until the next sample these organizations read on the primary.
      for (const one of this.#sampling) this.#written.add(one);
      return;
    } finally {
      this.#sampling = new Set();
    }
    for (const replica of this.#replicas) void this.#ask(replica);
  }

  #require(replica: Replica<Reader>, position: bigint): void {
    // A replica that is far behind needs no list, which would grow.
    if (this.#sampling.has(EVERYONE) || this.#lagOf(replica) > MOST_LAG_MILLISECONDS) {
      replica.required = position;
      replica.requiredBy.clear();
      return;
    }
    for (const one of this.#sampling) replica.requiredBy.set(one, position);
  }

  /** One that does not answer must not hold up the others: it is not awaited. */
  async #ask(replica: Replica<Reader>): Promise<void> {
    if (replica.isPolled) return;
    replica.isPolled = true;
    try {
      const [row] = await replica.connection.statements.rows(REPLAYED_POSITION, {});
      const replayed = row?.position ?? undefined;
      replica.replayed = replayed;
      if (replayed === undefined) return;
      for (const [one, position] of replica.requiredBy) {
        if (position <= replayed) replica.requiredBy.delete(one);
      }
    } catch (error) {
      this.#leave(replica, error);
    } finally {
      replica.isPolled = false;
    }
  }

  #hasWritesOf(replica: Replica<Reader>, organizationId: string): boolean {
    const isUnsampled = [this.#written, this.#sampling].some(
      (organizations) => organizations.has(organizationId) || organizations.has(EVERYONE),
    );
    return (
      !isUnsampled &&
      !replica.requiredBy.has(organizationId) &&
      replica.replayed !== undefined &&
      replica.replayed >= replica.required &&
      this.#lagOf(replica) <= MOST_LAG_MILLISECONDS
    );
  }

  /** Since the latest sample that the replica has replayed. */
  #lagOf({ replayed }: Pick<Replica<Reader>, 'replayed'>): number {
    if (replayed === undefined) return Number.POSITIVE_INFINITY;
    const sample = this.#samples.findLast(({ position }) => position <= replayed);
    return sample ? this.#now() - sample.at : Number.POSITIVE_INFINITY;
  }

  #readingFrom(replica: Omit<Replica<Reader>, 'reader'>): Statements {
    return {
      rows: async (statement, values) => {
        try {
          return await replica.connection.statements.rows(statement, values);
        } catch (error) {
          this.#leave(replica, error);
          return this.#primary.rows(statement, values);
        }
      },
    };
  }

  /** Until it answers the next poll. */
  #leave(replica: Omit<Replica<Reader>, 'reader'>, error: unknown): void {
    if (replica.replayed === undefined) return;
    replica.replayed = undefined;
    const { description } = replica.connection;
    this.#logger?.warn({ err: error, replica: description }, 'a read replica failed');
  }
}
