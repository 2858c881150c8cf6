import type { DatabaseConnection } from '@app-platform/runtime/database';

type Adapter = Awaited<ReturnType<DatabaseConnection['adapter']['connect']>>;
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/** Rows per fetch; a definition may have a mebibyte. */
const BATCH_ROWS = 100;

/** The number of rows of a table, and a checksum that does not depend on their order. */
type Contents = { rows: number; checksum: string };

/**
 * A row as JSON text, made by PostgreSQL. It is never parsed here, so that numbers keep their digits
 * and objects the order of their keys. A line break in it can only be white space.
 */
const ROW = `translate(row_to_json(t)::text, E'\\r\\n', '  ')`;

/** One database in one transaction, for an export or an import. */
export class MovedDatabase {
  readonly #adapter: Adapter;
  readonly #transaction: Transaction;

  private constructor(adapter: Adapter, transaction: Transaction) {
    this.#adapter = adapter;
    this.#transaction = transaction;
  }

  /** @param access `READ ONLY` reads one snapshot, unaffected by concurrent writes */
  static async begin(
    connection: DatabaseConnection,
    access: 'READ ONLY' | 'READ WRITE',
  ): Promise<MovedDatabase> {
    const adapter = await connection.adapter.connect();
    const database = new MovedDatabase(adapter, await adapter.startTransaction());
    await database.#execute(`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ ${access}`);
    // Timestamps are exported in UTC.
    await database.#execute("SET LOCAL TIME ZONE 'UTC'");
    return database;
  }

  /** The applied migrations, in order; empty for a database without migrations. */
  async migrations(): Promise<string[]> {
    const [known] = await this.#query("SELECT to_regclass('_prisma_migrations') IS NOT NULL");
    if (!known?.[0]) return [];
    const rows = await this.#query(
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1',
    );
    return rows.map(([name]) => String(name));
  }

  /** The names of the tables, without partitions, the table of migrations, and changes: they belong to one server. */
  async tables(): Promise<string[]> {
    const rows = await this.#query(
      `SELECT relname::text FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
         AND relname NOT IN ('_prisma_migrations', 'change', 'delivery_change') ORDER BY 1`,
    );
    return rows.map(([name]) => String(name));
  }

  async contents(table: string): Promise<Contents> {
    const [row = []] = await this.#query(
      `SELECT count(*)::text,
              coalesce(sum(('x' || left(md5(${ROW}), 15))::bit(60)::bigint), 0)::text
       FROM "${table}" t`,
    );
    return { rows: Number(row[0]), checksum: String(row[1]) };
  }

  async isEmpty(table: string): Promise<boolean> {
    return (await this.#query(`SELECT 1 FROM "${table}" LIMIT 1`)).length === 0;
  }

  /** Every row of a table as one line of JSON, in batches. */
  async *read(table: string): AsyncGenerator<string[]> {
    await this.#execute(`DECLARE moved NO SCROLL CURSOR FOR SELECT ${ROW} FROM "${table}" t`);
    for (;;) {
      const rows = await this.#query(`FETCH ${BATCH_ROWS} FROM moved`);
      if (rows.length === 0) break;
      yield rows.map(([line]) => String(line));
    }
    await this.#execute('CLOSE moved');
  }

  async write(table: string, lines: readonly string[]): Promise<void> {
    await this.#transaction.executeRaw({
      sql: `INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1::text::json)`,
      args: [`[${lines.join()}]`],
      argTypes: [{ scalarType: 'string', arity: 'scalar' }],
    });
  }

  /** Defers foreign keys, so that rows may come before the rows that they refer to. */
  async deferReferences(): Promise<void> {
    await this.#alterReferences('DEFERRABLE INITIALLY DEFERRED');
  }

  /** Checks all foreign keys, and makes them immediate again. */
  async restoreReferences(): Promise<void> {
    await this.#execute('SET CONSTRAINTS ALL IMMEDIATE');
    await this.#alterReferences('NOT DEFERRABLE');
  }

  /** Nobody has read anything yet that the imported rows would change. */
  async forgetChanges(): Promise<void> {
    for (const table of ['change', 'delivery_change']) {
      const [found] = await this.#query(`SELECT to_regclass('${table}') IS NOT NULL`);
      if (found?.[0]) await this.#execute(`TRUNCATE ${table}`);
    }
  }

  /** Advances every sequence beyond the highest imported number. */
  async advanceSequences(): Promise<void> {
    const columns = await this.#query(
      `SELECT table_name::text, column_name::text FROM information_schema.columns
       WHERE table_schema = 'public' AND column_default LIKE 'nextval(%'`,
    );
    for (const [table, column] of columns) {
      await this.#query(
        `SELECT setval(pg_get_serial_sequence('"${table}"', '${column}'), max("${column}"))::text
         FROM "${table}" HAVING max("${column}") IS NOT NULL`,
      );
    }
  }

  async commit(): Promise<void> {
    // The adapter leaves the statement to its caller.
    await this.#end('COMMIT', () => this.#transaction.commit());
  }

  async rollback(): Promise<void> {
    await this.#end('ROLLBACK', () => this.#transaction.rollback());
  }

  async #end(statement: string, release: () => Promise<void>): Promise<void> {
    if (!this.#transaction.options.usePhantomQuery) await this.#execute(statement);
    await release();
    await this.#adapter.dispose();
  }

  /** Those of partitions change with their table's. */
  async #alterReferences(how: string): Promise<void> {
    const references = await this.#query(
      `SELECT conrelid::regclass::text, quote_ident(conname) FROM pg_constraint
       WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0`,
    );
    for (const [table, name] of references) {
      await this.#execute(`ALTER TABLE ${table} ALTER CONSTRAINT ${name} ${how}`);
    }
  }

  async #query(sql: string): Promise<unknown[][]> {
    const { rows } = await this.#transaction.queryRaw({ sql, args: [], argTypes: [] });
    return rows;
  }

  async #execute(sql: string): Promise<void> {
    await this.#transaction.executeRaw({ sql, args: [], argTypes: [] });
  }
}

export const serviceNames = ['registry', 'oauth'] as const;

export type ServiceName = (typeof serviceNames)[number];

/** The database of each service. */
export type PlatformConnections = Record<ServiceName, DatabaseConnection>;

/** The first line of a file: format and version. */
export const FILE_HEADER = ['app-platform export', 1] as const;

/** The number of rows per table. */
export type MoveReport = { rows: number; databases: Record<ServiceName, Record<string, number>> };

/** Runs work in one transaction per database, and commits both once it has succeeded. */
export async function inBoth<T>(
  connections: PlatformConnections,
  access: 'READ ONLY' | 'READ WRITE',
  work: (databases: Record<ServiceName, MovedDatabase>) => Promise<T>,
): Promise<T> {
  const registry = await MovedDatabase.begin(connections.registry, access);
  const oauth = await MovedDatabase.begin(connections.oauth, access);
  try {
    const result = await work({ registry, oauth });
    await registry.commit();
    await oauth.commit();
    return result;
  } catch (error) {
    // The first error is thrown; a broken connection has rolled back by itself.
    await Promise.allSettled([registry.rollback(), oauth.rollback()]);
    throw error;
  }
}

/** @throws Error if the database has no migrations */
export async function migrationsOf(name: string, database: MovedDatabase): Promise<string[]> {
  const migrations = await database.migrations();
  if (migrations.length > 0) return migrations;
  throw new Error(`The ${name} database has no tables yet. Run: npm run migrate`);
}
