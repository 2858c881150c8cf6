import {
  type DatabaseConnection,
  retryConflicts,
  type Statements,
} from '@app-platform/runtime/database';
import { PrismaClient } from './generated/client.ts';

/**
 * Stores whose statements each run on their own, and transactions. The type is covariant: a function
 * declares the stores that it needs, and gets a database that has more.
 */
export type Database<Stores> = Stores & {
  /**
   * Runs `work` in one transaction: all of its changes are kept, the audit row among them, or none.
   * Use the stores that it is given. Where another transaction is in its way, it is run again.
   */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};

/** A database whose transactions are part of the open transaction of the stores. */
export function withinTransaction<Stores extends object>(stores: Stores): Database<Stores> {
  return { ...stores, transaction: (work) => work(stores) };
}

export type OpenDatabase<Stores> = Database<Stores> & {
  /** Reads rows of one table by filters that vary. */
  client: PrismaClient;
  /** Calls a listener after each commit that adds deliveries to webhooks. */
  onDeliveries(listener: () => void): void;
  /** Resolves when the database answers, and accepts changes. */
  ping(): Promise<void>;
  /** Loads Prisma's query compiler, which takes 70 ms. */
  prepare(): Promise<void>;
  close(): Promise<void>;
};

/**
 * @param storesOn makes the stores of a transaction, which call `noteDeliveries` when they add
 *   deliveries
 */
export function openDatabase<Stores extends object>(
  connection: DatabaseConnection,
  storesOn: (statements: Statements, noteDeliveries?: () => void) => Stores,
): OpenDatabase<Stores> {
  const client = new PrismaClient({ adapter: connection.adapter });
  let notify = () => {};
  return {
    ...storesOn(connection.statements),
    client,
    transaction: async (work) => {
      let hasDeliveries = false;
      const noteDeliveries = () => {
        hasDeliveries = true;
      };
      const result = await retryConflicts(() =>
        connection.transaction((statements) => work(storesOn(statements, noteDeliveries))),
      );
      if (hasDeliveries) notify();
      return result;
    },
    onDeliveries: (listener) => {
      notify = listener;
    },
    // Not Prisma's, because the first readiness probe would wait until Prisma is loaded.
    ping: () => connection.ping(),
    prepare: () => client.$connect(),
    close: async () => {
      await client.$disconnect();
      await connection.close();
    },
  };
}
