import { type DatabaseConnection, requireMigrations } from '@app-platform/runtime/database';
import type { SeedSize } from './seed-size.ts';
import {
  ADVANCE_SEQUENCES,
  COUNT_ROWS,
  FIRST_ROWS,
  insertApps,
  insertInstallations,
  insertOrganizations,
  type Range,
} from './seed-statements.ts';

/** The numbers of rows after seeding. */
export type Seeded = SeedSize & {
  attributes: number;
  installations: number;
  auditEvents: number;
};

/** Rows of one statement, which takes about a second. */
const BATCH_ROWS = 10_000;

/**
 * Fills a registry's database in one transaction.
 * @param folder holds `migrations/`
 * @param report receives a line after each statement
 * @throws Error if the database is not migrated or not empty
 */
export async function seedRegistry(
  connection: DatabaseConnection,
  folder: string,
  size: SeedSize,
  report: (text: string) => void,
): Promise<Seeded> {
  await requireMigrations(connection.adapter, folder);
  const adapter = await connection.adapter.connect();
  const execute = (sql: string) => adapter.executeRaw({ sql, args: [], argTypes: [] });
  const { rows } = await adapter.queryRaw({ sql: FIRST_ROWS, args: [], argTypes: [] });
  if (rows[0]?.[0] !== false) {
    throw new Error(
      'There are rows in this database already. Seed a new one: create it, and migrate it.',
    );
  }
  const transaction = await adapter.startTransaction();
  const write = (sql: string) => transaction.executeRaw({ sql, args: [], argTypes: [] });
  try {
    const parts: Part[] = [
      { name: 'organizations', count: size.organizations, rowsEach: 2, sql: insertOrganizations },
      {
        name: 'apps and their versions',
        count: size.apps,
        rowsEach: Math.ceil((3 * size.versions) / size.apps) + 2,
        sql: (range) => insertApps(range, size),
      },
      {
        name: 'organizations with installations',
        count: size.organizations,
        rowsEach: 3,
        sql: (range) => insertInstallations(range, size),
      },
    ];
    for (const part of parts) await writePart(part, write, report);
    await write(ADVANCE_SEQUENCES);
    if (!transaction.options.usePhantomQuery) await write('COMMIT');
    await transaction.commit();
  } catch (error) {
    if (!transaction.options.usePhantomQuery) await write('ROLLBACK');
    await transaction.rollback();
    throw error;
  }
  report('Collecting statistics…');
  await execute('VACUUM (ANALYZE)');
  await adapter.dispose();
  const [seeded] = await connection.statements.rows(COUNT_ROWS, {});
  return seeded as Seeded;
}

type Part = { name: string; count: number; rowsEach: number; sql(range: Range): string };

async function writePart(
  { name, count, rowsEach, sql }: Part,
  write: (sql: string) => Promise<number>,
  report: (text: string) => void,
): Promise<void> {
  const size = Math.max(1, Math.floor(BATCH_ROWS / rowsEach));
  for (let from = 0; from < count; from += size) {
    const to = Math.min(from + size, count);
    await write(sql({ from, to }));
    report(`${to} of ${count} ${name}`);
  }
}
