import type { Logger } from '../logging/logger.ts';
import type { DayOfUsage, UsageTable } from './usage-table.ts';

const DAY_MILLISECONDS = 86_400_000;
const FLUSH_SECONDS = 30;
/** Days of organizations: so many are written early. */
const MANY_HELD = 10_000;
/** While the database cannot be written, no further ones are counted beyond this. */
const MOST_HELD = 100_000;
/** Few enough that a statement takes milliseconds. */
const BATCH_ROWS = 1_000;
/** Thirteen months: a month can be compared with the same one a year before. */
const KEPT_DAYS = 396;

type UsageCountsOptions<Kind extends string> = {
  table: UsageTable<Kind>;
  kinds: readonly Kind[];
  clock: () => Date;
  logger: Logger;
  /** How often the counts are written. */
  flushSeconds?: number | undefined;
};

/**
 * Counts what organizations use. Counts are held in memory and added to the table every 30 seconds, so that
 * no request writes a row. A process that is killed loses the counts since then.
 */
export class UsageCounts<Kind extends string> {
  readonly #options: UsageCountsOptions<Kind>;
  /** By the number of the day since 1970, and the organization. */
  #days = new Map<number, Map<string, Record<Kind, number>>>();
  #held = 0;
  #cleanedUpOn: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(options: UsageCountsOptions<Kind>) {
    this.#options = options;
  }

  count(organizationId: string, kind: Kind): void {
    const held = this.#held;
    this.#add(dayNumberOf(this.#options.clock()), organizationId, kind, 1);
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
    const { table, logger } = this.#options;
    const rows = this.#take();
    try {
      while (rows.length > 0) {
        await table.add(rows.slice(0, BATCH_ROWS));
        rows.splice(0, BATCH_ROWS);
      }
      await this.#cleanUp();
    } catch (error) {
      this.#putBack(rows);
      logger.warn({ err: error, rows: rows.length }, 'usage not written yet');
    }
  }

  #take(): DayOfUsage<Kind>[] {
    const taken = this.#days;
    this.#days = new Map();
    this.#held = 0;
    return [...taken].flatMap(([number, organizations]) => {
      const day = dayOf(number);
      return [...organizations].map(([organizationId, counts]) => ({
        organizationId,
        day,
        counts,
      }));
    });
  }

  #putBack(rows: readonly DayOfUsage<Kind>[]): void {
    for (const { organizationId, day, counts } of rows) {
      const number = dayNumberOf(new Date(day));
      for (const kind of this.#options.kinds) {
        this.#add(number, organizationId, kind, counts[kind]);
      }
    }
  }

  #add(number: number, organizationId: string, kind: Kind, times: number): void {
    const counts =
      this.#days.get(number)?.get(organizationId) ?? this.#hold(number, organizationId);
    if (counts) counts[kind] += times;
  }

  /** @returns undefined where no more fit */
  #hold(number: number, organizationId: string): Record<Kind, number> | undefined {
    if (this.#held >= MOST_HELD) return undefined;
    this.#held += 1;
    const { kinds } = this.#options;
    const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
    const organizations = this.#days.get(number) ?? new Map<string, Record<Kind, number>>();
    this.#days.set(number, organizations.set(organizationId, counts));
    return counts;
  }

  /** Once a day, in each replica. */
  async #cleanUp(): Promise<void> {
    const { table, clock } = this.#options;
    const today = dayNumberOf(clock());
    if (this.#cleanedUpOn === today) return;
    const firstKept = dayOf(today - KEPT_DAYS);
    while ((await table.removeBefore(firstKept, BATCH_ROWS)) === BATCH_ROWS);
    this.#cleanedUpOn = today;
  }
}

function dayNumberOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MILLISECONDS);
}

/** @returns a day such as 2026-01-31 */
function dayOf(number: number): string {
  return new Date(number * DAY_MILLISECONDS).toISOString().slice(0, 10);
}
