import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite, type PGliteOptions, type Transaction, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { DatabaseConnection } from './database-connection.ts';
import { orderedValues, type RowOf, type Statements } from './statement.ts';
import { limitTransaction, TRANSACTION_TIMEOUT_MILLISECONDS } from './transaction-limit.ts';

/**
 * Opens the embedded database.
 * @param folder where it keeps its files; empty for one in memory
 * @param transactionTimeoutMilliseconds 0 for no limit
 */
export async function openEmbedded(
  folder: string,
  transactionTimeoutMilliseconds: number,
): Promise<DatabaseConnection> {
  if (folder) await mkdir(dirname(folder), { recursive: true });
  const database = await createPglite(folder ? { dataDir: folder } : {});
  return connectionTo(
    database,
    folder ? `embedded PostgreSQL in ${folder}` : 'embedded PostgreSQL in memory',
    transactionTimeoutMilliseconds,
  );
}

/** The connection that stores work on. Closing it closes the database. */
export function connectionTo(
  database: PGlite,
  description: string,
  transactionTimeoutMilliseconds = TRANSACTION_TIMEOUT_MILLISECONDS,
): DatabaseConnection {
  return {
    adapter: adapterFor(database),
    statements: statementsOn(database),
    transaction: (work) =>
      database.transaction((transaction) =>
        limitTransaction(statementsOn(transaction), transactionTimeoutMilliseconds, work),
      ),
    ping: async () => {
      await database.query('SELECT 1');
    },
    description,
    close: () => database.close(),
  };
}

/** As the driver of a server reads them. */
const parsers = { [types.INT8]: BigInt };

function statementsOn(connection: PGlite | Transaction): Statements {
  return {
    rows: async (statement, values) => {
      const { text } = statement;
      const parameters = orderedValues(statement, values);
      return (
        await connection.query<RowOf<(typeof statement)['row']>>(text, parameters, { parsers })
      ).rows;
    },
  };
}

/** PostgreSQL in this process, with the extensions that migrations ask for. */
export function createPglite(options: PGliteOptions = {}): Promise<PGlite> {
  return PGlite.create({ ...options, extensions: { pg_trgm } });
}

/** The adapter package starts a script without waiting for it; the schema engine needs its end and its error. */
export function adapterFor(database: PGlite): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPGlite(database);
  const waiting = (adapter: SqlDriverAdapter, client: PGlite): SqlDriverAdapter => {
    adapter.executeScript = async (script) => {
      await client.exec(script);
    };
    return adapter;
  };
  return {
    provider: 'postgres',
    adapterName: factory.adapterName,
    connect: async () => waiting(await factory.connect(), database),
    connectToShadowDb: async () => {
      const shadow = await createPglite();
      return waiting(await new PrismaPGlite(shadow).connect(), shadow);
    },
  };
}
