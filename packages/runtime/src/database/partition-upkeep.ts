import type { Logger } from '../logging/logger.ts';
import { defineStatement, type Statement, type Statements } from './statement.ts';

const INTERVAL_MILLISECONDS = 6 * 3_600_000;

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

/**
 * Makes partitions ahead of time. A row of a month without a partition would be refused, and the change that
 * writes it with it.
 */
export class PartitionUpkeep {
  readonly #statements: Statements;
  readonly #logger: Logger;
  readonly #tables: readonly PartitionedTables[];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(statements: Statements, logger: Logger, tables: readonly PartitionedTables[]) {
    this.#statements = statements;
    this.#logger = logger;
    this.#tables = tables;
  }

  start(): void {
    if (this.#timer) return;
    const tick = () => {
      this.#running = this.#running.then(() => this.run());
    };
    this.#timer = setInterval(tick, INTERVAL_MILLISECONDS).unref();
    tick();
  }

  /** Resolves when no statement runs. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  async run(): Promise<void> {
    for (const { rows, statement } of this.#tables) {
      try {
        const [result] = await this.#statements.rows(statement, {});
        const changed = result?.changed ?? 0;
        if (changed > 0) this.#logger.info({ changed }, `partitions of ${rows} changed`);
      } catch (error) {
        // The next run does the same. Months are left.
        this.#logger.error({ err: error }, `partitions of ${rows} not changed`);
      }
    }
  }
}
