import {
  DriverAdapterError,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { connectClient } from './single-connection.ts';

/** The end of the name of a migration that is one CREATE INDEX CONCURRENTLY. */
const CONCURRENTLY = '_concurrently';
const CREATE_INDEX =
  /^\s*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+"?(\w+)"?\s+ON\s[^;]*;?\s*$/i;
const COMMENT = /^\s*--.*$/gm;

/** One that failed leaves an index that is not used: https://www.postgresql.org/docs/current/sql-createindex.html */
const ALLOW_ANOTHER_TRY = `
  UPDATE _prisma_migrations SET rolled_back_at = now()
  WHERE finished_at IS NULL AND rolled_back_at IS NULL AND migration_name LIKE '%\\${CONCURRENTLY}'`;

/** Whether versions that do not know a migration can ignore it, since it only adds an index. */
export function addsIndexConcurrently(migration: string): boolean {
  return migration.endsWith(CONCURRENTLY);
}

/**
 * The index that the SQL of a migration creates while rows are written.
 * @returns undefined for every other migration
 */
export function concurrentIndexOf(sql: string): string | undefined {
  return CREATE_INDEX.exec(sql.replaceAll(COMMENT, ''))?.[1];
}

/** Lets concurrent indexes be built that failed, or whose process ended. The caller holds the migration lock. */
export async function allowIndexesAgain(
  adapter: SqlMigrationAwareDriverAdapterFactory,
): Promise<void> {
  const session = await adapter.connect();
  try {
    await session.executeScript(
      `DO $$ BEGIN IF to_regclass('_prisma_migrations') IS NOT NULL THEN ${ALLOW_ANOTHER_TRY}; END IF; END $$`,
    );
  } finally {
    await session.dispose();
  }
}

/**
 * An adapter that builds concurrent indexes on connections of their own, without limits of time. A build waits for
 * every older transaction, a backup for example, and holds up no other statement meanwhile.
 * @param url of the database; nothing runs beside a migration of the embedded one
 */
export function buildingIndexesPatiently(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  url: string,
): SqlMigrationAwareDriverAdapterFactory {
  if (url.startsWith('pglite:')) return adapter;
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    connectToShadowDb: () => adapter.connectToShadowDb(),
    connect: async () => {
      const session = await adapter.connect();
      const execute = session.executeScript.bind(session);
      session.executeScript = async (script) => {
        const index = concurrentIndexOf(script);
        await (index ? buildIndex(url, index, script) : execute(script));
      };
      return session;
    },
  };
}

async function buildIndex(url: string, index: string, script: string): Promise<void> {
  const client = await connectClient(url);
  try {
    await client.query('SET lock_timeout = 0; SET statement_timeout = 0');
    const { rows } = await client.query<{ indisvalid: boolean }>(
      'SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [`"${index}"`],
    );
    if (rows[0]?.indisvalid) return;
    // What a build left behind that did not end. No statement uses it.
    if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY "${index}"`);
    await client.query(script);
  } catch (error) {
    throw describedForEngine(error);
  } finally {
    await client.end();
  }
}

/** The schema engine repeats the message of no other error. */
function describedForEngine(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const { code = '', severity = 'ERROR', message, detail } = error;
  return new DriverAdapterError({
    kind: 'postgres',
    code,
    severity,
    message,
    detail,
    column: undefined,
    hint: undefined,
  });
}
