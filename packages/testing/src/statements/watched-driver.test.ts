import type { DatabaseConnection } from '@app-platform/runtime/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openTestDatabase } from '../databases/test-database.ts';
import { watchDriver } from './watched-driver.ts';

const STATEMENT = {
  name: 'watched',
  text: 'SELECT 1 AS watched',
  parameters: {},
  row: { watched: 'int4' },
} as const;

let connection: DatabaseConnection;
let watched: DatabaseConnection;
let issued: string[] = [];

beforeAll(async () => {
  connection = await openTestDatabase('registry');
  watched = watchDriver(connection, ({ sql }) => issued.push(sql));
});
afterAll(() => connection?.close());

/** As Prisma's client runs a transaction. */
async function transactionOfPrisma(end: 'commit' | 'rollback'): Promise<void> {
  const adapter = await watched.adapter.connect();
  const transaction = await adapter.startTransaction();
  await transaction.queryRaw({ sql: STATEMENT.text, args: [], argTypes: [] });
  if (!transaction.options.usePhantomQuery) {
    await transaction.executeRaw({ sql: end.toUpperCase(), args: [], argTypes: [] });
  }
  await transaction[end]();
}

/** The reports of the statement that is looked for. */
const reports = () => issued.filter((sql) => sql === STATEMENT.text);

describe('a watched database reports a statement once', () => {
  // Afterwards the pool gives the connection of the transaction to the others.
  beforeEach(async () => {
    await transactionOfPrisma('commit');
    issued = [];
  });

  it.each([
    ['outside of transactions', () => watched.statements.rows(STATEMENT, {})],
    ['in a transaction', () => watched.transaction((statements) => statements.rows(STATEMENT, {}))],
    ["in one of Prisma's client", () => transactionOfPrisma('commit')],
    ['in one that is rolled back', () => transactionOfPrisma('rollback')],
  ])('%s', async (_name, run) => {
    await run();
    expect(reports()).toHaveLength(1);
  });
});
