import { OauthDatabase } from '@app-platform/oauth/database';
import { ExpiredRecordStore, ExpiredRecordSweeper } from '@app-platform/oauth/testing';
import { createLogger } from '@app-platform/runtime';
import {
  type DatabaseConnection,
  definedStatements,
  type Statement,
} from '@app-platform/runtime/database';
import type { Service } from '@app-platform/testing/databases/template';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { type Issued, watchDriver } from '@app-platform/testing/statements/watched-driver';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { askInternally } from '../operations/internal-operations.ts';
import { operations } from '../operations/operations.ts';
import { playedOperations } from '../operations/play-operations.ts';
import { authorizedApp } from '../platform/authorized-app.ts';
import { firstPartyRedirectUris } from '../platform/first-party-sign-in.ts';
import { MailServer } from '../platform/mail-server.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { genericPlan } from './generic-plan.ts';
import { attributeCheckFaults } from './key-lookups.ts';
import { insertManyRows } from './many-rows.ts';

/** Tables that stay small: only the operator adds rows. */
const SMALL = ['signing_key', 'reserved_name'];
const FLUSHED_MILLISECONDS = 120_000;

/** Every statement that was issued, by its text, as it was issued last. */
const issued = new Map<string, Issued>();
let mailServer: MailServer;
let platform: Platform;
const connections: Partial<Record<Service, DatabaseConnection>> = {};

beforeAll(async () => {
  mailServer = await MailServer.start();
  platform = await startPlatform({
    mailer: mailServer.mailer(),
    firstPartyRedirectUris,
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
});
afterAll(async () => {
  await platform?.close();
  await mailServer?.close();
});

function connectionOf(service: Service): DatabaseConnection {
  const connection = connections[service];
  if (!connection) throw new Error(`the database of ${service} is not open`);
  return connection;
}

/** Whether a plan reads a table whole that grows. */
function readsWhole(plan: string[]): boolean {
  const read = plan.flatMap((line) => /Seq Scan on "?(\w+)/.exec(line)?.[1] ?? []);
  return read.some((table) => !SMALL.includes(table));
}

/** The statements that read one whole, with their plans. */
async function faultsOf(statements: Issued[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { sql, explain } of statements) {
    const plan = await explain();
    if (readsWhole(plan)) faults.push(`${sql}\n${plan.join('\n')}`);
  }
  return faults;
}

const OF_ORGANIZATIONS =
  /^(remove|export|sum)-.+-of-organization$|organization-deletion|deleted-organization|^list-installations-(of-others|to-end)/;
/** Both services have the others. */
const OF_ONE: Record<Service, RegExp> = {
  oauth: /account|provider-record|consent|password-link|revocation|settings|sum-removed|grant/,
  registry:
    /installation|deletion|deleted|attribute|api-key|webhook|draft|app|version|public|reserved|client-secret|export-organization-of/,
};

function statementsOfOrganizations(service: Service): Statement[] {
  const other = OF_ONE[service === 'registry' ? 'oauth' : 'registry'];
  return definedStatements().filter(({ name }) => OF_ORGANIZATIONS.test(name) && !other.test(name));
}

/** One organization owns the apps of a company's own platform. */
const ONE_OWNER = `
  UPDATE app SET organization_id = (SELECT min(id) FROM organization), short_name = NULL;
  ANALYZE app`;

it('no statement of any operation, page or sweep reads a whole table that grows', async () => {
  const authorized = await authorizedApp(platform);
  const played = await playedOperations(platform, authorized);
  expect(Object.keys(operations).sort()).toEqual(Object.keys(played).sort());
  // Tokens last ten minutes, and on a busy machine so do all operations.
  const now = new Date();
  platform.now.value = () => now;
  for (const play of Object.values(played)) await play();
  platform.now.value = () => new Date();
  await askInternally(platform, authorized);
  const logger = createLogger('test', 'silent');
  const expired = new OauthDatabase(connectionOf('oauth')).withStores((access) => ({
    expiredRecords: new ExpiredRecordStore(access),
  }));
  await new ExpiredRecordSweeper(expired, logger).sweep();

  for (const statement of [
    ...['INSERT INTO usage_day', 'DELETE FROM usage_day'],
    ...['INSERT INTO activity_hour', 'DELETE FROM activity_hour'],
    'SELECT email FROM account',
  ]) {
    await until(`${statement} is issued`, FLUSHED_MILLISECONDS, () =>
      [...issued.keys()].some((sql) => sql.includes(statement)),
    );
  }

  const planned = [...issued.values()].filter(({ sql }) =>
    /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(sql),
  );
  expect(planned.length).toBeGreaterThan(40);
  expect(await faultsOf(planned)).toEqual([]);
});

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

it.each<Service>(['registry', 'oauth'])(
  'no statement that deletes or exports an organization reads a whole table of the %s',
  async (service) => {
    const statements = statementsOfOrganizations(service);
    expect(statements.length).toBeGreaterThan(15);
    const faults: string[] = [];
    for (const { name, text } of statements) {
      const plan = await genericPlan(connectionOf(service), text);
      if (readsWhole(plan)) faults.push(`${name}\n${plan.join('\n')}`);
    }
    expect(faults).toEqual([]);
  },
);

it('checks of attributes look up records by their keys, also where one organization has all apps', async () => {
  const connection = connectionOf('registry');
  expect(await attributeCheckFaults(connection)).toEqual([]);
  const session = await connection.adapter.connect();
  await session.executeScript(ONE_OWNER);
  await session.dispose();
  expect(await attributeCheckFaults(connection)).toEqual([]);
});
