import {
  type DatabaseConnection,
  retryConflicts,
  type Statements,
} from '@app-platform/runtime/database';

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

/**
 * Stores that only read. They may read on a replica: what the organization wrote through this process is there, and
 * changes of others appear within seconds.
 */
export type Reading<Stores> = {
  /** For one request of an organization. */
  reading(organizationId: string): Stores;
};

/** A database whose transactions are part of the open transaction of the stores. */
export function withinTransaction<Stores extends object>(stores: Stores): Database<Stores> {
  return { ...stores, transaction: (work) => work(stores) };
}

/** Registers what runs once after the commit of the transaction, however often it is registered. */
type AfterCommit = (hook: () => void) => void;

export type OpenDatabase<Stores> = Database<Stores> & {
  /** Resolves when the database answers, and accepts changes. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** @param storesOn makes the stores of a transaction, and those outside of one */
export function openDatabase<Stores extends object>(
  connection: DatabaseConnection,
  storesOn: (statements: Statements, afterCommit: AfterCommit) => Stores,
): OpenDatabase<Stores> {
  return {
    // Each statement is its own transaction.
    ...storesOn(connection.statements, (hook) => hook()),
    transaction: async (work) => {
      const hooks = new Set<() => void>();
      const result = await retryConflicts(() => {
        hooks.clear();
        return connection.transaction((statements) =>
          work(storesOn(statements, (hook) => hooks.add(hook))),
        );
      });
      for (const hook of hooks) hook();
      return result;
    },
    ping: () => connection.ping(),
    close: () => connection.close(),
  };
}
