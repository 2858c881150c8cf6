import { type DatabaseConnection, requireMigrations } from '@app-platform/service-kit/database';
import type { SeedSize } from './seed-size.ts';
import {
  ADVANCE_SEQUENCES,
  COUNTS,
  FIRST_ROWS,
  insertApps,
  insertInstallations,
  insertOrganizations,
  type Range,
} from './seed-statements.ts';

/** How many rows there are afterwards. */
export type Seeded = SeedSize & {
  attributes: number;
  installations: number;
  auditEvents: number;
};

/** About a second's work at a time. */
const BATCH_ROWS = 10_000;

/**
 * Fills a registry's database: all of it, or nothing.
 * @param folder holds its `migrations/`
 * @throws Error that says what to do where the database is not migrated, or not empty
 */
export async function seedRegistry(
  connection: DatabaseConnection,
  folder: string,
  size: SeedSize,
  tell: (text: string) => void,
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
    for (const part of parts) await writePart(part, write, tell);
    await write(ADVANCE_SEQUENCES);
    if (!transaction.options.usePhantomQuery) await write('COMMIT');
    await transaction.commit();
  } catch (error) {
    if (!transaction.options.usePhantomQuery) await write('ROLLBACK');
    await transaction.rollback();
    throw error;
  }
  tell('Counting rows, for PostgreSQL to plan by…');
  await execute('VACUUM (ANALYZE)');
  await adapter.dispose();
  const [seeded] = await connection.statements.rows<Seeded>({ name: 'count', text: COUNTS }, []);
  return seeded as Seeded;
}

type Part = { name: string; count: number; rowsEach: number; sql(range: Range): string };

async function writePart(
  { name, count, rowsEach, sql }: Part,
  write: (sql: string) => Promise<number>,
  tell: (text: string) => void,
): Promise<void> {
  const size = Math.max(1, Math.floor(BATCH_ROWS / rowsEach));
  for (let from = 0; from < count; from += size) {
    const to = Math.min(from + size, count);
    await write(sql({ from, to }));
    tell(`${to} of ${count} ${name}`);
  }
}
