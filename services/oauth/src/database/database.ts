import {
  type DatabaseConnection,
  defineStatement,
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
   * Use the stores that it is given. After a conflict with another transaction it runs again.
   */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};

/** A database whose transactions are part of the open transaction of the stores. */
export function withinTransaction<Stores extends object>(stores: Stores): Database<Stores> {
  return { ...stores, transaction: (work) => work(stores) };
}

/** Statements on the pool of a database, or in a transaction. */
export type DatabaseAccess = {
  readonly statements: Statements;
  /** Called by a store after a statement that revokes something. */
  noteRevocation(): void;
};

/** A request that waits for a row of another request fails in time to respond. */
const LIMIT_LOCK_WAIT = defineStatement({
  name: 'limit-lock-wait',
  text: "SET LOCAL lock_timeout = '4s'",
  parameters: {},
  row: {},
});

/** The connection to the OAuth service's database. */
export class OauthDatabase implements DatabaseAccess {
  readonly statements: Statements;
  readonly #connection: DatabaseConnection;
  #afterRevocation: () => Promise<void> = async () => {};

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
    this.statements = connection.statements;
  }

  /** Sets what runs after each commit that revoked something; the transaction waits for it. */
  onRevocation(listener: () => Promise<void>): void {
    this.#afterRevocation = listener;
  }

  /** Outside of a transaction, which waits for nobody. */
  noteRevocation(): void {
    void this.#afterRevocation();
  }

  /** Adds transactions to stores. @param storesOn makes the stores of the pool, and of a transaction */
  withStores<Stores extends object>(
    storesOn: (access: DatabaseAccess) => Stores,
  ): Database<Stores> {
    return {
      ...storesOn(this),
      transaction: (work) =>
        retryConflicts(() => this.transactionOnce((access) => work(storesOn(access)))),
    };
  }

  /** Runs `work` in a transaction, once. An error rolls it back. */
  async transactionOnce<T>(work: (access: DatabaseAccess) => Promise<T>): Promise<T> {
    let hasRevoked = false;
    const noteRevocation = () => {
      hasRevoked = true;
    };
    const result = await this.#connection.transaction(async (statements) => {
      await statements.rows(LIMIT_LOCK_WAIT, {});
      return work({ statements, noteRevocation });
    });
    if (hasRevoked) await this.#afterRevocation();
    return result;
  }

  ping(): Promise<void> {
    return this.#connection.ping();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}
