import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectDatabase } from './connect.ts';
import type { DatabaseConnection } from './database-connection.ts';
import { isDatabaseOutage } from './database-errors.ts';
import type { Columns, Statement, Statements } from './statement.ts';

const LIMIT_MILLISECONDS = 200;
/** The embedded database, and PostgreSQL where one is given. */
const urls = ['pglite:', ...[process.env.TEST_DATABASE_URL ?? []].flat()];

function statement<const Row extends Columns>(name: string, text: string, row: Row) {
  return { name, text, parameters: {}, row } satisfies Statement;
}
const create = (table: string) =>
  statement(`create-${table}`, `CREATE TABLE ${table} (id int)`, {});
const LIST_TABLES = statement(
  'list-tables',
  "SELECT relname::text AS name FROM pg_class WHERE relname LIKE 'too_late%'",
  { name: 'text' },
);
const SLEEP = statement('sleep', 'SELECT pg_sleep(2)::text AS slept', { slept: 'text' });

describe.each(urls)('a transaction that exceeds its time limit, on %s', (url) => {
  let connection: DatabaseConnection;
  beforeAll(async () => {
    connection = await connectDatabase(url, {
      maxConnections: 1,
      transactionTimeoutMilliseconds: LIMIT_MILLISECONDS,
    });
  });
  afterAll(() => connection.close());

  const failureOf = (work: (statements: Statements) => Promise<unknown>) =>
    connection.transaction(work).then(
      () => undefined,
      (error: unknown) => error,
    );

  it('fails as an outage, is rolled back, and runs no statement afterwards', async () => {
    const late = Promise.withResolvers<unknown>();
    const error = await failureOf(async (statements) => {
      await statements.rows(create('too_late_1'), {});
      await wait(2 * LIMIT_MILLISECONDS);
      const second = statements.rows(create('too_late_2'), {});
      await second.catch(late.resolve);
      late.resolve(undefined);
    });
    expect(isDatabaseOutage(error)).toBe(true);
    expect(isDatabaseOutage(await late.promise)).toBe(true);
    expect(await connection.statements.rows(LIST_TABLES, {})).toEqual([]);
  });

  it.each([
    ['that failed', () => Promise.reject(new Error('no'))],
    ['that ended', () => Promise.resolve()],
  ])('and one %s runs no statement afterwards', async (_how, end) => {
    let later: Statements | undefined;
    await failureOf((statements) => {
      later = statements;
      return end();
    });
    await expect(later?.rows(LIST_TABLES, {})).rejects.toThrow('ended');
  });

  it('does not delay the next transaction', async () => {
    const start = performance.now();
    const error = await failureOf(() => new Promise(() => {}));
    expect(isDatabaseOutage(error)).toBe(true);
    const rows = await connection.transaction((statements) => statements.rows(LIST_TABLES, {}));
    expect(rows).toEqual([]);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  // The embedded database runs a statement on this thread, where no timer fires meanwhile.
  if (!url.startsWith('pglite:')) {
    it('ends while a statement runs, and gives its place to the next transaction', async () => {
      const start = performance.now();
      const failing = failureOf((statements) => statements.rows(SLEEP, {}));
      const next = connection.transaction((statements) => statements.rows(LIST_TABLES, {}));
      expect(isDatabaseOutage(await failing)).toBe(true);
      expect(await next).toEqual([]);
      expect(performance.now() - start).toBeLessThan(1_000);
    });
  }
});
