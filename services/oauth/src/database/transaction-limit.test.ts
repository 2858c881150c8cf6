import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { defineStatement, isDatabaseOutage } from '@app-platform/runtime/database';
import {
  openTestDatabase,
  testDatabaseServer,
} from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OauthDatabase } from './database.ts';

const LIMIT_MILLISECONDS = 300;
const INSERT_ACCOUNT = defineStatement({
  name: 'test-insert-account',
  text: 'INSERT INTO account (id, email, organization_id) VALUES ($1::uuid, $2, $3)',
  parameters: { id: 'text', email: 'text', organizationId: 'text' },
  row: {},
});

const SLEEP = defineStatement({
  name: 'test-sleep',
  text: 'SELECT pg_sleep(2)::text AS slept',
  parameters: {},
  row: { slept: 'text' },
});

let database: OauthDatabase;
beforeAll(async () => {
  database = new OauthDatabase(await openTestDatabase('oauth'), LIMIT_MILLISECONDS);
});
afterAll(() => database.close());

const newAccount = () => {
  const id = randomUUID();
  return { id, email: `${id}@example.com`, organizationId: 'a'.repeat(24) };
};

it('a transaction that exceeds its time limit fails, and runs no statement outside of it', async () => {
  const [early, late] = [newAccount(), newAccount()];
  const ended = Promise.withResolvers<unknown[]>();
  const failing = database.transactionOnce(async ({ statements, client }) => {
    await statements.rows(INSERT_ACCOUNT, early);
    await wait(2 * LIMIT_MILLISECONDS);
    const results = await Promise.allSettled([
      statements.rows(INSERT_ACCOUNT, late),
      client.account.count(),
    ]);
    ended.resolve(results.map((result) => ('reason' in result ? result.reason : undefined)));
  });
  expect(isDatabaseOutage(await failing.catch((error: unknown) => error))).toBe(true);
  expect((await ended.promise).map(isDatabaseOutage)).toEqual([true, true]);
  const ids = [early.id, late.id];
  expect(await database.client.account.count({ where: { id: { in: ids } } })).toBe(0);
});

// The embedded database runs a statement on this thread, where no timer fires meanwhile.
if (testDatabaseServer()) {
  it('a transaction that exceeds its time limit fails while a statement runs', async () => {
    const start = performance.now();
    const failing = database.transactionOnce(({ statements }) => statements.rows(SLEEP, {}));
    expect(isDatabaseOutage(await failing.catch((error: unknown) => error))).toBe(true);
    expect(performance.now() - start).toBeLessThan(1_500);
  });
}
