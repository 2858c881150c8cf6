import type { Statements } from './statement.ts';

/** The most that a transaction of a service may take. A request fails with 503 in time to respond. */
export const TRANSACTION_TIMEOUT_MILLISECONDS = 10_000;
export const TRANSACTION_TIMED_OUT = 'The transaction took too long';

export class TransactionTimeoutError extends Error {
  constructor() {
    super(TRANSACTION_TIMED_OUT);
  }
}

/**
 * Runs the work of a transaction within a time limit. Its statements are refused once it has ended: the
 * connection may serve another transaction then.
 * @param milliseconds 0 for no limit
 * @throws TransactionTimeoutError the transaction must be rolled back
 */
export async function limitTransaction<T>(
  statements: Statements,
  milliseconds: number,
  work: (limited: Statements) => Promise<T>,
): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  let end: Error | undefined;
  const timer = setTimeout(() => {
    end = new TransactionTimeoutError();
    timeout.reject(end);
  }, milliseconds);
  if (milliseconds === 0) clearTimeout(timer);
  const limited: Statements = {
    rows: async (statement, values) => {
      if (end) throw end;
      return statements.rows(statement, values);
    },
  };
  try {
    return await Promise.race([work(limited), timeout.promise]);
  } finally {
    clearTimeout(timer);
    end ??= new Error('The transaction has ended');
  }
}
