import { createLogger } from '@app-platform/runtime';
import {
  connectDatabase,
  type DatabaseConnection,
  PartitionUpkeep,
} from '@app-platform/runtime/database';
import {
  createTestDatabase,
  type TestDatabase,
  testDatabaseServer,
} from '@app-platform/testing/databases/test-database';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { webhookPartitions } from './delivery-store.ts';

const tables = ['webhook_event', 'webhook_delivery'];
const WEBHOOK = '00000000-0000-4000-8000-000000000001';
const DAY_MILLISECONDS = 86_400_000;

let database: TestDatabase;
let connection: DatabaseConnection;

beforeEach(async () => {
  database = await createTestDatabase('registry', 'owner');
  connection = await connectDatabase(database.url);
  await execute(`
    INSERT INTO organization (id, name) VALUES ('${'0'.repeat(24)}', 'Acme');
    INSERT INTO webhook (id, organization_id, url, events) VALUES ('${WEBHOOK}', '${'0'.repeat(24)}', '', '{}')`);
});
afterEach(async () => {
  await connection.close();
  await database.remove();
});

async function execute(sql: string): Promise<void> {
  const session = await connection.adapter.connect();
  await session.executeScript(sql);
  await session.dispose();
}

async function values(text: string): Promise<string[]> {
  // Without a name: the driver keeps named ones, and the text is no name.
  const statement = { name: '', text, parameters: {}, row: { value: 'text' } } as const;
  return (await connection.statements.rows(statement, {})).map(({ value }) => value);
}

const partitionsOf = (table: string) =>
  values(`SELECT inhrelid::regclass::text AS value FROM pg_inherits
          WHERE inhparent = '${table}'::regclass ORDER BY 1`);

/** The first day of a month, so many months from this one. */
function monthFromNow(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
}

const nameOf = (table: string, month: Date) =>
  `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`;

/** One event with its delivery. */
const insert = (at: Date) =>
  execute(`
    WITH event AS (
      INSERT INTO webhook_event (type, payload, created_at) VALUES ('', '{}', '${at.toISOString()}') RETURNING id)
    INSERT INTO webhook_delivery (event_id, webhook_id, organization_id, created_at)
    SELECT id, '${WEBHOOK}', '${'0'.repeat(24)}', '${at.toISOString()}' FROM event`);

/** What the service does, so many days after a day. @returns how many partitions were made or dropped */
const keepAt = async (day: Date, daysLater: number) => {
  const at = new Date(day.getTime() + daysLater * DAY_MILLISECONDS).toISOString();
  const [changed] = await values(`SELECT keep_webhook_partitions(34, '${at}')::text AS value`);
  return Number(changed);
};

const months = (table: string) =>
  values(
    `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS value FROM ${table} ORDER BY 1`,
  );

describe('partitions of webhook events and deliveries', () => {
  it('are made of events of installations too, which are dropped as they are', async () => {
    const [{ length: before }, names] = [
      await partitionsOf('installation_event'),
      [1, 2, 3].map((month) => nameOf('installation_event', monthFromNow(month))),
    ];
    expect(await partitionsOf('installation_event')).toEqual(expect.arrayContaining(names));
    await execute(`
      INSERT INTO installation_event (app_id, event_id, type, payload, created_at)
      SELECT 1, gen_random_uuid(), '', '{}', at
      FROM unnest('{2001-01-01, ${monthFromNow(0).toISOString()}, ${monthFromNow(2).toISOString()}}'::timestamptz[]) at`);
    await keepAt(monthFromNow(1), 34);
    expect(await months('installation_event')).toEqual([monthFromNow(2).toISOString().slice(0, 7)]);
    expect(before).toBe(5);
  });

  it('are made for three months by the upkeep of the service', async () => {
    for (const table of tables) {
      const all = [
        `${table}_before`,
        nameOf(table, monthFromNow(2)),
        nameOf(table, monthFromNow(3)),
      ].sort();
      expect(await partitionsOf(table)).toEqual(all);
      await execute(`DROP TABLE ${nameOf(table, monthFromNow(3))}`);
      await new PartitionUpkeep({
        statements: connection.statements,
        logger: createLogger('registry', 'silent'),
        tables: [webhookPartitions],
      }).run();
      expect(await partitionsOf(table)).toEqual(all);
    }
  });

  it('are dropped when all of a month is older than 34 days, and rows of other months stay', async () => {
    for (const month of [-600, 1, 2, 3]) await insert(monthFromNow(month));
    const [second, third] = [monthFromNow(2), monthFromNow(3)].map((month) =>
      month.toISOString().slice(0, 7),
    );
    await keepAt(monthFromNow(2), 33);
    expect(await months('webhook_event')).toHaveLength(4);
    await keepAt(monthFromNow(2), 34);
    for (const table of tables) expect(await months(table)).toEqual([second, third]);
    await keepAt(monthFromNow(3), 33);
    for (const table of tables) expect(await months(table)).toEqual([second, third]);
    await keepAt(monthFromNow(3), 34);
    for (const table of tables) expect(await months(table)).toEqual([third]);
    expect(await keepAt(monthFromNow(3), 34)).toBe(0);
  });

  it('lose the deliveries of a webhook with it, in every month', async () => {
    for (const month of [0, 2, 3]) await insert(monthFromNow(month));
    await execute(`DELETE FROM webhook WHERE id = '${WEBHOOK}'`);
    expect(await months('webhook_delivery')).toEqual([]);
  });
});

if (testDatabaseServer()) {
  it('a partition that a report reads is left to a later run, and writes go on', async () => {
    await insert(monthFromNow(0));
    const other = await connectDatabase(database.url);
    try {
      await other.transaction(async (statements) => {
        const text = 'SELECT FROM webhook_delivery_before LIMIT 1';
        await statements.rows({ name: '', text, parameters: {}, row: {} }, {});
        await keepAt(monthFromNow(2), 34);
        expect(await partitionsOf('webhook_delivery')).toContain('webhook_delivery_before');
        await insert(monthFromNow(2));
      });
    } finally {
      await other.close();
    }
    await keepAt(monthFromNow(2), 34);
    expect(await partitionsOf('webhook_delivery')).not.toContain('webhook_delivery_before');
  });
}
