import {
  type DatabaseConnection,
  prismaTransaction,
  retryConflicts,
  type Statements,
} from '@app-platform/runtime/database';
import { type Prisma, PrismaClient } from './generated/client.ts';

/** A Prisma client, or the transaction that a client has open. */
export type DatabaseClient = Prisma.TransactionClient;

/** The two ways to the database: Prisma's client for rows by key, statements for everything else. */
export type Database = {
  client: DatabaseClient;
  statements: Statements;
  /** Runs `work` in one transaction of statements, again where another transaction is in its way. */
  transaction<T>(work: (on: Statements) => Promise<T>): Promise<T>;
  /** The same, with Prisma's client on the same connection. It costs twice the CPU time. */
  clientTransaction<T>(work: (on: Statements, client: DatabaseClient) => Promise<T>): Promise<T>;
  /** Resolves when the database answers, and accepts changes. */
  ping(): Promise<void>;
  /** Loads Prisma's query compiler, which takes 70 ms. */
  prepare(): Promise<void>;
  close(): Promise<void>;
};

/** How long a transaction may wait to begin, and then run. */
const TRANSACTION_LIMITS = { maxWait: 10_000, timeout: 10_000 };

export function openDatabase(connection: DatabaseConnection): Database {
  const client = new PrismaClient({ adapter: connection.adapter });
  return {
    client,
    statements: connection.statements,
    transaction: (work) => retryConflicts(() => connection.transaction(work)),
    clientTransaction: <T>(work: (on: Statements, client: DatabaseClient) => Promise<T>) =>
      retryConflicts(() =>
        prismaTransaction<DatabaseClient, T>(
          (begun) => client.$transaction(begun, TRANSACTION_LIMITS),
          (transaction, on) => work(on, transaction),
        ),
      ),
    // Not Prisma's, because the first readiness probe would wait until Prisma is loaded.
    ping: () => connection.ping(),
    prepare: () => client.$connect(),
    close: async () => {
      await client.$disconnect();
      await connection.close();
    },
  };
}
