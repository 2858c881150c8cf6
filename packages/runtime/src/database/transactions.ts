import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { isConflict } from './database-errors.ts';
import type { Statements } from './statement.ts';
import { limitTransaction, TransactionTimeoutError } from './transaction-limit.ts';

/** Receives the connection of the transaction that Prisma begins. */
const beginning = new AsyncLocalStorage<{ statements?: Statements }>();

/**
 * Runs a transaction of Prisma's client in which {@link Statements} share its connection, within a
 * time limit.
 * @param begin calls `client.$transaction`, with a longer timeout
 */
export function prismaTransaction<Client, T>(
  begin: (work: (client: Client) => Promise<T>) => Promise<T>,
  work: (client: Client, statements: Statements) => Promise<T>,
  timeoutMilliseconds: number,
): Promise<T> {
  const slot: { statements?: Statements } = {};
  const timeout = Promise.withResolvers<never>();
  const running = beginning.run(slot, () =>
    begin(async (client) => {
      const { statements } = slot;
      if (!statements) throw new Error('The transaction was begun on another adapter');
      try {
        return await limitTransaction(statements, timeoutMilliseconds, (limited) =>
          work(client, limited),
        );
      } catch (error) {
        // Prisma's ROLLBACK waits for the statement that is running. The caller does not.
        if (error instanceof TransactionTimeoutError) timeout.reject(error);
        throw error;
      }
    }),
  );
  return Promise.race([running, timeout.promise]);
}

/**
 * Makes an adapter hand the connection of each transaction to {@link prismaTransaction}.
 * @param statementsOn makes statements of the driver's connection, which both adapter packages keep
 *   in a field `client`
 */
export function shareTransactions<Connection>(
  adapter: SqlDriverAdapter,
  statementsOn: (connection: Connection) => Statements,
): SqlDriverAdapter {
  const startTransaction = adapter.startTransaction.bind(adapter);
  adapter.startTransaction = async (isolationLevel) => {
    const transaction = await startTransaction(isolationLevel);
    const slot = beginning.getStore();
    const { client } = transaction as unknown as { client: Connection };
    if (slot) slot.statements = statementsOn(client);
    return transaction;
  };
  return adapter;
}

const ATTEMPTS = 3;
const MOST_PAUSE_MILLISECONDS = 50;

/**
 * Retries a transaction after a deadlock, a serialization failure, or the concurrent removal of a row.
 * PostgreSQL rolled back. After three attempts the error is thrown, and the caller gets 503.
 * @param transaction must change nothing but the database
 */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      // A random pause, so that the same two transactions do not collide again.
      await wait(Math.random() * MOST_PAUSE_MILLISECONDS * attempt);
    }
  }
}
