import type { Logger } from '../logging/logger.ts';

const FLUSH_SECONDS = 30;
/** Counters: so many are written early. */
const MANY_HELD = 10_000;
/** While the database cannot be written, no further ones are counted beyond this. */
const MOST_HELD = 100_000;
/** Few enough that a statement takes milliseconds. */
const BATCH_ROWS = 1_000;
const DAY_MILLISECONDS = 86_400_000;

/** What was counted for a key in a period. */
export type CountedPeriod<Kind extends string> = {
  key: string;
  /** When the period begins. */
  start: Date;
  counts: Record<Kind, number>;
};

export type BufferedCountsOptions<Kind extends string> = {
  /** In log lines. */
  what: string;
  kinds: readonly Kind[];
  periodMilliseconds: number;
  /** How many periods are stored before the present one. */
  keptPeriods: number;
  /** Adds to the counts that are stored: all or, where it fails, none. */
  add(periods: readonly CountedPeriod<Kind>[]): Promise<void>;
  /** Removes some older periods. @returns how many rows it removed */
  removeBefore(start: Date, most: number): Promise<number>;
  /** Called for a count that is dropped because too many are held. */
  onDropped?(): void;
  clock: () => Date;
  logger: Logger;
  /** How often the counts are written. */
  flushSeconds?: number | undefined;
};

/**
 * Counts by period, key and kind. Counts are held in memory and added to a table every 30 seconds, so that no
 * request writes a row. A process that is killed loses the counts since then.
 */
export class BufferedCounts<Kind extends string> {
  readonly #options: BufferedCountsOptions<Kind>;
  /** By the number of the period since 1970, and the key. */
  #periods = new Map<number, Map<string, Record<Kind, number>>>();
  #held = 0;
  #cleanedUpOn: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(options: BufferedCountsOptions<Kind>) {
    this.#options = options;
  }

  count(key: string, kind: Kind): void {
    const held = this.#held;
    this.#add(this.#periodOf(this.#options.clock()), key, { [kind]: 1 } as Record<Kind, number>);
    if (this.#held > held && this.#held % MANY_HELD === 0) void this.flush();
  }

  start(): void {
    const { flushSeconds = FLUSH_SECONDS } = this.#options;
    this.#timer ??= setInterval(() => void this.flush(), flushSeconds * 1000).unref();
  }

  /** Writes what is not written yet. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.flush();
  }

  /** One at a time. Counts that cannot be written are part of the next flush. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    const { add, what, logger } = this.#options;
    const rows = this.#take();
    try {
      while (rows.length > 0) {
        await add(rows.slice(0, BATCH_ROWS));
        rows.splice(0, BATCH_ROWS);
      }
      await this.#cleanUp();
    } catch (error) {
      for (const { key, start, counts } of rows) this.#add(this.#periodOf(start), key, counts);
      logger.warn({ err: error, rows: rows.length }, `${what} not written yet`);
    }
  }

  #take(): CountedPeriod<Kind>[] {
    const taken = this.#periods;
    this.#periods = new Map();
    this.#held = 0;
    return [...taken].flatMap(([period, keys]) => {
      const start = this.#startOf(period);
      return [...keys].map(([key, counts]) => ({ key, start, counts }));
    });
  }

  #add(period: number, key: string, added: Partial<Record<Kind, number>>): void {
    const counts = this.#periods.get(period)?.get(key) ?? this.#hold(period, key);
    if (!counts) return;
    for (const kind of this.#options.kinds) counts[kind] += added[kind] ?? 0;
  }

  /** @returns undefined where no more fit */
  #hold(period: number, key: string): Record<Kind, number> | undefined {
    const { kinds, onDropped } = this.#options;
    if (this.#held >= MOST_HELD) {
      onDropped?.();
      return undefined;
    }
    this.#held += 1;
    const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
    const keys = this.#periods.get(period) ?? new Map<string, Record<Kind, number>>();
    this.#periods.set(period, keys.set(key, counts));
    return counts;
  }

  /** Once a day, in each replica. */
  async #cleanUp(): Promise<void> {
    const { removeBefore, clock, keptPeriods } = this.#options;
    const now = clock();
    const today = Math.floor(now.getTime() / DAY_MILLISECONDS);
    if (this.#cleanedUpOn === today) return;
    const firstKept = this.#startOf(this.#periodOf(now) - keptPeriods);
    while ((await removeBefore(firstKept, BATCH_ROWS)) === BATCH_ROWS);
    this.#cleanedUpOn = today;
  }

  #periodOf(time: Date): number {
    return Math.floor(time.getTime() / this.#options.periodMilliseconds);
  }

  #startOf(period: number): Date {
    return new Date(period * this.#options.periodMilliseconds);
  }
}
