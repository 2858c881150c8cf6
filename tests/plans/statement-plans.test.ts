// On servers too: the planner of the server chooses indexes.
import { OauthDatabase } from '@app-platform/oauth/database';
import { ExpiredRecordStore, ExpiredRecordSweeper } from '@app-platform/oauth/testing';
import { createLogger } from '@app-platform/runtime';
import type { DatabaseConnection } from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { type Issued, watchDriver } from '@app-platform/testing/statements/watched-driver';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { askInternally } from '../operations/internal-operations.ts';
import { operations } from '../operations/operations.ts';
import { playedOperations } from '../operations/play-operations.ts';
import { authorizedApp } from '../platform/authorized-app.ts';
import { consoleClient } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { insertManyRows } from './many-rows.ts';

/** Tables that stay small: only the operator adds rows. */
const SMALL = ['signing_key', 'reserved_name'];
const FLUSHED_MILLISECONDS = 20_000;

/** Every statement that was issued, by its text, as it was issued last. */
const issued = new Map<string, Issued>();
let platform: Platform;
const connections: Partial<Record<'registry' | 'oauth', DatabaseConnection>> = {};

beforeAll(async () => {
  platform = await startPlatform({
    firstPartyRedirectUris: consoleClient,
    usageFlushSeconds: 0.2,
    open: async (service) => {
      const connection = await openTestDatabase(service, 'owner');
      await insertManyRows(service, connection);
      const note = (statement: Issued) => issued.set(statement.sql, statement);
      const watched = watchDriver(connection, note);
      connections[service] = watched;
      return watched;
    },
  });
}, 120_000);
afterAll(() => platform?.close());

function connectionOf(service: 'registry' | 'oauth'): DatabaseConnection {
  const connection = connections[service];
  if (!connection) throw new Error(`the database of ${service} is not open`);
  return connection;
}

/** The statements that read one whole, with their plans. */
async function faultsOf(statements: Issued[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { sql, explain } of statements) {
    const plan = await explain();
    const read = plan.flatMap((line) => /Seq Scan on "?(\w+)/.exec(line)?.[1] ?? []);
    if (read.some((table) => !SMALL.includes(table))) faults.push(`${sql}\n${plan.join('\n')}`);
  }
  return faults;
}

it('no statement of any operation, page or sweep reads a whole table that grows', async () => {
  const authorized = await authorizedApp(platform);
  const played = await playedOperations(platform, authorized);
  expect(Object.keys(operations).sort()).toEqual(Object.keys(played).sort());
  for (const play of Object.values(played)) await play();
  await askInternally(platform, authorized);
  const logger = createLogger('test', 'silent');
  const expired = new OauthDatabase(connectionOf('oauth')).withStores((access) => ({
    expiredRecords: new ExpiredRecordStore(access),
  }));
  await new ExpiredRecordSweeper(expired, logger).sweep();

  for (const statement of ['INSERT INTO usage_day', 'DELETE FROM usage_day']) {
    await until(`${statement} is issued`, FLUSHED_MILLISECONDS, () =>
      [...issued.keys()].some((sql) => sql.includes(statement)),
    );
  }

  const planned = [...issued.values()].filter(({ sql }) =>
    /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(sql),
  );
  expect(planned.length).toBeGreaterThan(40);
  expect(await faultsOf(planned)).toEqual([]);
}, 120_000);

it('one that does is found', async () => {
  const sql = 'SELECT id::text FROM api_key WHERE name = $1';
  const statement = {
    name: 'reads-a-whole-table',
    text: sql,
    parameters: { name: 'text' },
    row: { id: 'text' },
  } as const;
  await connectionOf('registry').statements.rows(statement, { name: 'Acme' });
  // Workers issue statements of their own meanwhile.
  const watched = issued.get(sql);
  const [fault] = await faultsOf(watched ? [watched] : []);
  expect(fault).toContain(sql);
});
