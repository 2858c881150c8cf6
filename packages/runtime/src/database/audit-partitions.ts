import type { Logger } from '../logging/logger.ts';
import { defineStatement, type Statements } from './statement.ts';

const INTERVAL_MILLISECONDS = 6 * 3_600_000;

/** The migration `audit_partitions` defines it. It changes nothing where the partitions are there. */
const MAKE_PARTITIONS = defineStatement({
  name: 'make-audit-partitions',
  text: 'SELECT make_audit_partitions() AS made',
  parameters: {},
  row: { made: 'int4' },
});

/**
 * Makes the partitions of audit events for the months until a year from now. An audit event of a month
 * without a partition would be refused, and its change with it.
 */
export class AuditPartitionUpkeep {
  readonly #statements: Statements;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(statements: Statements, logger: Logger) {
    this.#statements = statements;
    this.#logger = logger;
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
    try {
      const [result] = await this.#statements.rows(MAKE_PARTITIONS, {});
      const made = result?.made ?? 0;
      if (made > 0) this.#logger.info({ made }, 'partitions of audit events made');
    } catch (error) {
      // The next run does the same. A year is left.
      this.#logger.error({ err: error }, 'partitions of audit events not made');
    }
  }
}
