import { PostgresqlServer } from '@app-platform/testing/servers/postgresql';

/** What the statements of a piece of work took in one database. */
export type Cost = {
  /** Of PostgreSQL, from the start to the end of each statement. */
  milliseconds: number;
  /** Of the write-ahead log. */
  walBytes: number;
};

/** A PostgreSQL server that counts what statements cost. The write-ahead log has no copies of pages, as between checkpoints. */
export class MeasuredServer {
  readonly postgresql: PostgresqlServer;

  private constructor(postgresql: PostgresqlServer) {
    this.postgresql = postgresql;
  }

  static async create(folder: string, port: number): Promise<MeasuredServer> {
    const postgresql = await PostgresqlServer.create(folder, port);
    for (const setting of [
      "shared_preload_libraries = 'pg_stat_statements'",
      'full_page_writes = off',
      "max_wal_size = '16GB'",
      "maintenance_work_mem = '512MB'",
      'autovacuum = off',
    ]) {
      await postgresql.query('postgres', `ALTER SYSTEM SET ${setting}`);
    }
    await postgresql.stopHard();
    await postgresql.start();
    await postgresql.query('postgres', 'CREATE EXTENSION pg_stat_statements');
    return new MeasuredServer(postgresql);
  }

  async number(database: string, sql: string): Promise<number> {
    const [row = {}] = await this.postgresql.query(database, sql);
    return Number(Object.values(row)[0]);
  }

  /**
   * @param table counts only statements with its name
   * @returns what the statements in a database cost while something is done
   */
  async costOf(database: string, work: () => Promise<unknown>, table = ''): Promise<Cost> {
    await this.postgresql.query('postgres', 'SELECT pg_stat_statements_reset()');
    await work();
    const [row = {}] = await this.postgresql.query(
      'postgres',
      `SELECT coalesce(sum(total_exec_time), 0) AS milliseconds, coalesce(sum(wal_bytes), 0) AS bytes
       FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = '${database}' AND strpos(s.query, '${table}') > 0`,
    );
    return { milliseconds: Number(row.milliseconds), walBytes: Number(row.bytes) };
  }

  /** With indexes, and with those of its partitions. */
  bytesOf(database: string, table: string): Promise<number> {
    return this.number(
      database,
      `SELECT sum(pg_total_relation_size(relation)) FROM (
         SELECT '${table}'::regclass AS relation
         UNION ALL SELECT inhrelid FROM pg_inherits WHERE inhparent = '${table}'::regclass) relations`,
    );
  }
}
