import {
  type DatabaseConnection,
  defineStatement,
  prismaTransaction,
  retryConflicts,
  type Statements,
  TRANSACTION_TIMEOUT_MILLISECONDS,
} from '@app-platform/runtime/database';
import { type Prisma, PrismaClient } from './generated/client.ts';

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

/**
 * The two ways to the database, on its pool or in a transaction: Prisma's client for create, read, update
 * and delete by key, and declared statements for everything else.
 */
export type DatabaseAccess = {
  readonly client: Prisma.TransactionClient;
  readonly statements: Statements;
};

/** How long a transaction may wait to begin. */
const MAX_WAIT_MILLISECONDS = 5_000;
/**
 * Prisma's own timeout comes later than ours. It ends the transaction without refusing the declared
 * statements, which would then run outside of it.
 */
const PRISMA_SLACK_MILLISECONDS = 5_000;

/** A request that waits for a row of another request fails in time to respond. */
const LIMIT_LOCK_WAIT = defineStatement({
  name: 'limit-lock-wait',
  text: "SET LOCAL lock_timeout = '4s'",
  parameters: {},
  row: {},
});

/** The connection to the OAuth service's database. */
export class OauthDatabase implements DatabaseAccess {
  readonly client: PrismaClient;
  readonly statements: Statements;
  readonly #connection: DatabaseConnection;
  readonly #timeoutMilliseconds: number;

  /** @param timeoutMilliseconds how long a transaction may take */
  constructor(
    connection: DatabaseConnection,
    timeoutMilliseconds = TRANSACTION_TIMEOUT_MILLISECONDS,
  ) {
    this.#connection = connection;
    this.#timeoutMilliseconds = timeoutMilliseconds;
    this.client = new PrismaClient({ adapter: connection.adapter });
    this.statements = connection.statements;
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
  transactionOnce<T>(work: (access: DatabaseAccess) => Promise<T>): Promise<T> {
    const timeoutMilliseconds = this.#timeoutMilliseconds;
    const prismaLimits = {
      maxWait: MAX_WAIT_MILLISECONDS,
      timeout: timeoutMilliseconds + PRISMA_SLACK_MILLISECONDS,
    };
    return prismaTransaction<Prisma.TransactionClient, T>(
      (begun) => this.client.$transaction(begun, prismaLimits),
      async (client, statements) => {
        const { measured } = this.#connection;
        const measuredStatements = measured?.(statements) ?? statements;
        await measuredStatements.rows(LIMIT_LOCK_WAIT, {});
        return work({ client, statements: measuredStatements });
      },
      timeoutMilliseconds,
    );
  }

  ping(): Promise<void> {
    return this.#connection.ping();
  }

  async close(): Promise<void> {
    await this.client.$disconnect();
    await this.#connection.close();
  }
}
