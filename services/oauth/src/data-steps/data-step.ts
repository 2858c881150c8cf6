import type { Statements } from '@app-platform/runtime/database';

/** Something that an operator has to decide, with ids alone: addresses and names stay out of logs. */
export type DataStepFinding = Record<string, string>;

/** A change of rows that SQL cannot make. */
export type DataStep = {
  /** It is recorded when the step has ended. Never reused. */
  name: string;
  /**
   * Changes the rows of one batch, in the transaction that records how far the step has come.
   * @param position where the batch before ended; empty at first
   * @returns where this batch ended, or nothing after the last one
   */
  changeBatch(
    statements: Statements,
    position: string,
  ): Promise<{ position: string | undefined; findings: DataStepFinding[] }>;
};
