import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';

/** A comment needs no table and no privilege to be read, and is kept by a backup. */
const COMMENT = `obj_description(to_regclass('_prisma_migrations'), 'pg_class')`;

/**
 * Records in a database which releases work on it: this one, and the one before it. A later release that is
 * rolled back has raised the record already, and its record stays.
 * @param folder holds `compatible-from.txt`, with the name of the newest migration of the release before
 */
export async function recordCompatibleReleases(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  folder: string,
): Promise<void> {
  const name = (await readFile(join(folder, 'compatible-from.txt'), 'utf8')).trim();
  if (!/^\w+$/.test(name)) throw new Error(`${folder}/compatible-from.txt names no migration`);
  const session = await adapter.connect();
  try {
    await session.executeScript(`DO $$ BEGIN
      IF to_regclass('_prisma_migrations') IS NOT NULL AND coalesce(${COMMENT}, '') COLLATE "C" < '${name}' THEN
        COMMENT ON TABLE _prisma_migrations IS '${name}';
      END IF;
    END $$`);
  } finally {
    await session.dispose();
  }
}

/** @returns the newest migration of the oldest release that works on a database; undefined where none is recorded */
export async function compatibleFrom(
  adapter: SqlMigrationAwareDriverAdapterFactory,
): Promise<string | undefined> {
  const session = await adapter.connect();
  try {
    const { rows } = await session.queryRaw({ sql: `SELECT ${COMMENT}`, args: [], argTypes: [] });
    return (rows[0]?.[0] as string | null | undefined) ?? undefined;
  } finally {
    await session.dispose();
  }
}
