import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { compatibleFrom } from './compatible-releases.ts';

/** Prisma's own record of what it did; rows that were rolled back no longer count. */
const RECORDED = `
  SELECT migration_name, CASE WHEN finished_at IS NULL THEN 'unfinished' ELSE 'applied' END
  FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`;

/**
 * Finds a service's schema and migrations: above its sources in this repository, and beside its
 * program in a production tree.
 * @param folder where to begin, usually `import.meta.dirname`
 */
export function prismaFolderAbove(folder: string, service: string): string {
  const found = join(folder, 'prisma', service);
  if (existsSync(join(found, 'schema.prisma'))) return found;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`There is no prisma/${service} above this program`);
  return prismaFolderAbove(parent, service);
}

/**
 * Refuses a database that this version cannot work on: one that lacks a migration, or has some that this
 * version does not know. Those of the next release are let pass: while it is rolled out or back, this
 * version runs on the same database (docs/decisions/0018).
 * @param folder holds `migrations/`
 * @throws Error that names every migration in question, and what to do
 */
export async function requireMigrations(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  folder: string,
): Promise<void> {
  const known = await knownMigrations(folder);
  const replaced = await replacedMigrations(folder);
  const recorded = await recordedMigrations(adapter);
  const pending = known.filter((name) => !recorded.has(name));
  const unfinished = known.filter((name) => recorded.get(name) === 'unfinished');
  const unknown = [...recorded.keys()].filter(
    (name) => !known.includes(name) && !replaced.includes(name),
  );
  const faults = [
    ...describeMigrations(pending, "are pending: run this version's migrations first"),
    ...describeMigrations(unfinished, 'began and did not end: deploy/README.md says what to do'),
    ...(isOneStepAhead(unknown, known, await compatibleFrom(adapter))
      ? []
      : describeMigrations(
          unknown,
          'are unknown here: run the version that brought them, or the one before it',
        )),
  ];
  if (faults.length > 0) {
    throw new Error(`The database does not fit this version:\n  - ${faults.join('\n  - ')}`);
  }
}

/**
 * Refuses a database that has some of the migrations that the first one took the place of, and not all.
 * @param folder holds `migrations/`, and `replaced-migrations.txt` where there are such migrations
 * @throws Error that says what to do
 */
export async function requireAllReplaced(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  folder: string,
): Promise<void> {
  const recorded = await recordedMigrations(adapter);
  const [first = ''] = await knownMigrations(folder);
  const replaced = await replacedMigrations(folder);
  const applied = replaced.filter((name) => recorded.get(name) === 'applied');
  if (applied.length === 0 || recorded.get(first) === 'applied') return;
  throw new Error(
    `The database was left at ${applied.at(-1)}, before the first release: run the migrations of 0.1.0 first`,
  );
}

/** @param oldest the newest migration of the oldest release that works on the database, or nothing */
function isOneStepAhead(unknown: string[], known: string[], oldest: string | undefined): boolean {
  const newest = known.at(-1) ?? '';
  if (unknown.length === 0) return true;
  return oldest !== undefined && newest >= oldest && unknown.every((name) => name > newest);
}

function describeMigrations(names: string[], what: string): string[] {
  return names.length > 0 ? [`${names.join(', ')} ${what}`] : [];
}

/** In the order in which they are applied. */
async function knownMigrations(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'migrations'), { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** Those that the first migration took the place of. It has the name of the last of them. */
async function replacedMigrations(folder: string): Promise<string[]> {
  const file = join(folder, 'replaced-migrations.txt');
  if (!existsSync(file)) return [];
  return (await readFile(file, 'utf8')).split('\n').filter(Boolean);
}

/** Each with its state. One that failed changed nothing: it is one transaction. */
async function recordedMigrations(
  adapter: SqlMigrationAwareDriverAdapterFactory,
): Promise<Map<string, string>> {
  const connection = await adapter.connect();
  try {
    const ask = async (sql: string) =>
      (await connection.queryRaw({ sql, args: [], argTypes: [] })).rows.map(
        ([name, state]) => [String(name), String(state)] as const,
      );
    const isThere = await ask(
      `SELECT 1, 1 FROM pg_class WHERE oid = to_regclass('_prisma_migrations')`,
    );
    return new Map(isThere.length > 0 ? await ask(RECORDED) : []);
  } finally {
    await connection.dispose();
  }
}
