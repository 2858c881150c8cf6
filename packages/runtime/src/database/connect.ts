import { PrismaPg } from '@prisma/adapter-pg';
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';

import { BoundedPool, destroyConnection, READ_ONLY } from './bounded-pool.ts';
import type { DatabaseConnection } from './database-connection.ts';
import { isInFailedTransaction } from './database-errors.ts';
import { defineStatement, orderedValues, type Statements } from './statement.ts';
import {
  limitTransaction,
  TRANSACTION_TIMEOUT_MILLISECONDS,
  TransactionTimeoutError,
} from './transaction-limit.ts';

export type ConnectOptions = {
  /** The most connections that the pool opens. The embedded database always has one. */
  maxConnections?: number;
  /** How long a statement may run before PostgreSQL ends it; 0 lets it run without end. */
  statementTimeoutMilliseconds?: number;
  /** How long a transaction may take; as long as a statement, unless it is given. 0 for no limit. */
  transactionTimeoutMilliseconds?: number;
  /** How long a statement may wait for a lock; 0, unless it is given, without end. */
  lockTimeoutMilliseconds?: number;
  /** How long a request waits for a connection of the pool. */
  connectTimeoutMilliseconds?: number;
  /** Whether the server may be a standby, which only reads. */
  isReplica?: boolean;
};

/**
 * Opens the database that a URL names: `postgres://` and `postgresql://` a server,
 * `pglite:FOLDER` the embedded one, `pglite:` alone the embedded one in memory.
 */
export async function connectDatabase(
  url: string,
  options: ConnectOptions = {},
): Promise<DatabaseConnection> {
  const scheme = url.slice(0, url.indexOf(':') + 1);
  if (scheme === 'pglite:') {
    // Loaded only where it is used: its packages are for development, and production has none.
    const { openEmbedded } = await import('./embedded.ts');
    return openEmbedded(url.slice(scheme.length), transactionTimeout(options));
  }
  if (scheme === 'postgres:' || scheme === 'postgresql:') return openServer(url, options);
  throw new Error('A database URL begins with postgresql:// or pglite:');
}

const REPLICA_STATEMENT_MILLISECONDS = 2_000;
const REPLICA_CONNECT_MILLISECONDS = 1_000;

/** Opens a read replica. Its timeouts are shorter than the primary's: a statement that fails here is repeated there. */
export function connectReplica(url: string, maxConnections: number): Promise<DatabaseConnection> {
  return connectDatabase(url, {
    maxConnections,
    isReplica: true,
    statementTimeoutMilliseconds: REPLICA_STATEMENT_MILLISECONDS,
    connectTimeoutMilliseconds: REPLICA_CONNECT_MILLISECONDS,
  });
}

function transactionTimeout({
  statementTimeoutMilliseconds = TRANSACTION_TIMEOUT_MILLISECONDS,
  transactionTimeoutMilliseconds = statementTimeoutMilliseconds,
}: ConnectOptions): number {
  return transactionTimeoutMilliseconds;
}

function openServer(url: string, options: ConnectOptions): DatabaseConnection {
  const pool = new BoundedPool({
    url,
    maxConnections: options.maxConnections ?? 10,
    statementTimeoutMilliseconds:
      options.statementTimeoutMilliseconds ?? TRANSACTION_TIMEOUT_MILLISECONDS,
    lockTimeoutMilliseconds: options.lockTimeoutMilliseconds ?? 0,
    connectTimeoutMilliseconds: options.connectTimeoutMilliseconds ?? 5_000,
    isReplica: options.isReplica ?? false,
  });
  const { host, pathname } = new URL(url);
  return {
    adapter: completed(new PrismaPg(pool)),
    statements: statementsOn(pool),
    transaction: (work) => transaction(pool, transactionTimeout(options), work),
    ping: () => ping(pool),
    description: `PostgreSQL at ${host}${pathname}`,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** int8 as bigint, which holds all of it; everything else as the driver does. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format),
};

function statementsOn(connection: pg.Pool | pg.PoolClient): Statements {
  return {
    rows: async (statement, values) => {
      const { name, text } = statement;
      const query = { name, text, values: orderedValues(statement, values), types };
      return (await connection.query(query)).rows;
    },
  };
}

/** Every transaction of a standby is read-only. Some providers make a server with a full disk read-only. */
const PING = defineStatement({
  name: 'ping',
  text: "SELECT current_setting('transaction_read_only')::boolean AS read_only",
  parameters: {},
  row: { read_only: 'bool' },
});

async function ping(pool: BoundedPool): Promise<void> {
  const [row] = await statementsOn(pool).rows(PING, {});
  if (!row?.read_only) return;
  pool.closeConnections();
  throw new Error(READ_ONLY);
}

async function transaction<T>(
  pool: pg.Pool,
  timeoutMilliseconds: number,
  work: (statements: Statements) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  client.on('error', ignoreConnectionError);
  const { statements, firstFailure } = rememberFailure(statementsOn(client));
  try {
    const result = await limitTransaction(statements, timeoutMilliseconds, async (limited) => {
      // Sent together with the first statement.
      const [, value] = await Promise.all([client.query('BEGIN'), work(limited)]);
      return value;
    });
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    await rollBack(client, error);
    throw isInFailedTransaction(error) ? firstFailure() : error;
  } finally {
    client.off('error', ignoreConnectionError);
  }
}

async function rollBack(client: pg.PoolClient, cause: unknown): Promise<void> {
  if (cause instanceof TransactionTimeoutError) {
    // ROLLBACK would wait for the statement that is running, and so would the driver's own end of the
    // connection. PostgreSQL rolls back when the connection closes.
    destroyConnection(client);
    return client.release(cause);
  }
  await client.query('ROLLBACK').then(
    () => client.release(),
    // The connection is lost, and the transaction with it.
    (lost: Error) => client.release(lost),
  );
}

/**
 * Statements that were sent together all fail after the first that fails. Only its error says why,
 * and the others may reach the caller before it.
 */
function rememberFailure(statements: Statements) {
  let failure: unknown;
  const remembering: Statements = {
    rows: async (statement, values) => {
      try {
        return await statements.rows(statement, values);
      } catch (error) {
        failure ??= error;
        throw error;
      }
    },
  };
  return { statements: remembering, firstFailure: () => failure };
}

/** Prevents an unhandled 'error' event of a lost connection; the next query rejects. */
function ignoreConnectionError(): void {}

/**
 * The adapter package cuts a script at every semicolon, those inside a function's body among them,
 * and runs the pieces on whatever connection is free. Sent as it is, it is one transaction.
 */
function completed(factory: PrismaPg): SqlMigrationAwareDriverAdapterFactory {
  const whole = (adapter: SqlDriverAdapter): SqlDriverAdapter => {
    adapter.executeScript = async (script) => {
      await adapter.executeRaw({ sql: script, args: [], argTypes: [] });
    };
    return adapter;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => whole(await factory.connect()),
    connectToShadowDb: async () => whole(await factory.connectToShadowDb()),
  };
}
