import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { DatabaseConnection } from './connect.ts';
import type { Statement, StatementValue } from './statements.ts';

/**
 * Opens the embedded database.
 * @param folder where it keeps its files; empty for one in memory
 * @param snapshot a copy made by `PGlite.dumpDataDir`, to start from instead of an empty database
 */
export async function openEmbedded(folder: string, snapshot?: Blob): Promise<DatabaseConnection> {
  if (folder) await mkdir(dirname(folder), { recursive: true });
  const database = await createPglite({
    ...(folder ? { dataDir: folder } : {}),
    ...(snapshot ? { loadDataDir: snapshot } : {}),
  });
  return {
    adapter: adapterFor(database),
    statements: {
      rows: async <Row>({ text }: Statement, values: readonly StatementValue[]) =>
        (await database.query<Row>(text, [...values])).rows,
    },
    description: folder ? `embedded PostgreSQL in ${folder}` : 'embedded PostgreSQL in memory',
    close: () => database.close(),
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
