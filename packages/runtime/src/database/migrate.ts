import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { openSchemaEngine } from './schema-engine.ts';

const NO_FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Applies the migrations that a database has not seen yet, each once and in order.
 * @param folder holds `schema.prisma` and `migrations/`
 * @returns the names of the migrations that were applied
 */
export async function applyMigrations(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  folder: string,
): Promise<string[]> {
  const { engine } = await openFor(adapter, folder);
  try {
    const migrationsList = await readMigrations(folder);
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList,
      filters: NO_FILTERS,
    });
    return appliedMigrationNames;
  } finally {
    engine.free();
  }
}

/**
 * The SQL that leads from the migrations of a folder to its `schema.prisma`; empty where they agree.
 * The migrations are replayed on the adapter's shadow database.
 */
export async function diffSchema(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  folder: string,
): Promise<string> {
  const { engine, schema } = await openFor(adapter, folder);
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...(await readMigrations(folder)) },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    });
    const sql = stdout ?? '';
    return sql.startsWith('-- This is an empty migration') ? '' : sql;
  } finally {
    engine.free();
  }
}

/** Writes a new migration from {@link diffSchema}; answers its name, or nothing where there is no difference. */
export async function writeMigration(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  folder: string,
  title: string,
  now: Date,
): Promise<string | undefined> {
  const sql = await diffSchema(adapter, folder);
  if (!sql) return undefined;
  const timestamp = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const name = `${timestamp}_${title}`;
  await mkdir(join(folder, 'migrations', name), { recursive: true });
  await writeFile(join(folder, 'migrations', name, 'migration.sql'), sql);
  return name;
}

async function openFor(adapter: SqlMigrationAwareDriverAdapterFactory, folder: string) {
  const path = join(folder, 'schema.prisma');
  const content = await readFile(path, 'utf8');
  return { engine: await openSchemaEngine(adapter, [[path, content]]), schema: { path, content } };
}

async function readMigrations(folder: string) {
  const baseDir = join(folder, 'migrations');
  const exists = await access(baseDir).then(
    () => true,
    () => false,
  );
  const entries = exists ? await readdir(baseDir, { withFileTypes: true }) : [];
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const migrationDirectories = await Promise.all(
    names.sort().map(async (path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: await readFile(join(baseDir, path, 'migration.sql'), 'utf8'),
        },
      },
    })),
  );
  const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' };
  return { baseDir, lockfile, shadowDbInitScript: '', migrationDirectories };
}
