import type { Logger } from '../logging/logger.ts';
import { readGauge, type ServiceMetrics } from '../telemetry/metrics.ts';
import { defineStatement, type Statement, type Statements } from './statement.ts';

const INTERVAL_MILLISECONDS = 6 * 3_600_000;
/** After a run that failed, for instance at a lock. */
const RETRY_MILLISECONDS = 60_000;

/** Tables with partitions by month. */
export type PartitionedTables = {
  /** What they hold, for the log. */
  rows: string;
  /** Makes the partitions of the next months, and changes nothing where they are there. */
  statement: Statement<Record<never, never>, { changed: 'int4' }>;
};

/** Until a year from now. The migration `audit_partitions` defines the function. */
export const auditPartitions: PartitionedTables = {
  rows: 'audit events',
  statement: defineStatement({
    name: 'make-audit-partitions',
    text: 'SELECT make_audit_partitions() AS changed',
    parameters: {},
    row: { changed: 'int4' },
  }),
};

type PartitionUpkeepOptions = {
  statements: Statements;
  logger: Logger;
  tables: readonly PartitionedTables[];
  metrics?: ServiceMetrics;
};

/**
 * Makes partitions ahead of time. A row of a month without a partition would be refused, and the change that
 * writes it with it.
 */
export class PartitionUpkeep {
  readonly #options: PartitionUpkeepOptions;
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isFailing = false;
  #firstRun: Promise<void> | undefined;
  #running: Promise<void> | undefined;

  constructor(options: PartitionUpkeepOptions) {
    this.#options = options;
    if (!options.metrics) return;
    readGauge(options.metrics, {
      name: 'database_partition_upkeep_failing',
      help: 'Whether the last run that makes partitions of the next months failed (1).',
      read: () => Number(this.#isFailing),
    });
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#firstRun = this.#runAgainLater();
  }

  /** Resolves after the first run, also one that failed. After months without a run no row could be written before. */
  async hasRun(): Promise<void> {
    await this.#firstRun;
  }

  /** Resolves when no statement runs. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async run(): Promise<void> {
    const { statements, logger, tables } = this.#options;
    let isFailing = false;
    for (const { rows, statement } of tables) {
      try {
        const [result] = await statements.rows(statement, {});
        const changed = result?.changed ?? 0;
        if (changed > 0) logger.info({ changed }, `partitions of ${rows} changed`);
      } catch (error) {
        isFailing = true;
        logger.error({ err: error }, `partitions of ${rows} not changed`);
      }
    }
    this.#isFailing = isFailing;
  }

  #runAgainLater(): Promise<void> {
    this.#running = this.run().then(() => {
      if (!this.#isStarted) return;
      const pause = this.#isFailing ? RETRY_MILLISECONDS : INTERVAL_MILLISECONDS;
      this.#timer = setTimeout(() => void this.#runAgainLater(), pause).unref();
    });
    return this.#running;
  }
}
