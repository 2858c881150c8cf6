import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger } from '@app-platform/runtime';
import { defineStatement, type Statements } from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OauthTestDatabase } from '../../testing/oauth-test-database.ts';
import { type Database, withinTransaction } from '../database/database.ts';
import {
  ExpiredRecordStore,
  type ExpiredRecordStores,
  TRY_SWEEPER_LOCK,
} from './expired-record-store.ts';
import { ExpiredRecordSweeper, type SweeperOptions } from './expired-record-sweeper.ts';
import { CONSUMED_REFRESH_TOKEN_DAYS, ProviderRecordStore } from './provider-record-store.ts';

const DAY_MILLISECONDS = 86_400_000;
const now = new Date();
const logLines: string[] = [];
const logger = createLogger('oauth', 'info', { write: (line) => void logLines.push(line) });
let database: OauthTestDatabase;
let records: ProviderRecordStore;
let expired: Database<ExpiredRecordStores>;

beforeAll(async () => {
  database = new OauthTestDatabase(await openTestDatabase('oauth'));
  records = new ProviderRecordStore(database);
  expired = database.withStores((access) => ({ expiredRecords: new ExpiredRecordStore(access) }));
});
afterAll(() => database.close());
beforeEach(async () => {
  logLines.length = 0;
  await database.client.providerRecord.deleteMany();
  await database.client.revocation.deleteMany();
});

const sweeper = (options: SweeperOptions = {}) =>
  new ExpiredRecordSweeper(expired, logger, {
    clock: () => now,
    batchRows: 10,
    ...options,
  });
const fromNow = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const countRecords = () => database.client.providerRecord.count();

const COUNT_RECORDS = defineStatement({
  name: 'test-count-records',
  text: 'SELECT count(*)::int4 AS count FROM provider_record',
  parameters: {},
  row: { count: 'int4' },
});
const countWithin = async (statements: Statements) =>
  (await statements.rows(COUNT_RECORDS, {}))[0]?.count;

async function newAccount(): Promise<string> {
  const id = randomUUID();
  const email = `${id}@example.com`;
  await database.client.account.create({ data: { id, email, organizationId: 'a'.repeat(24) } });
  return id;
}

async function addRecords(count: number, expiresAt: Date): Promise<void> {
  const data = Array.from({ length: count }, () => ({
    digest: new Uint8Array(randomBytes(32)),
    kind: 'AuthorizationCode',
    payload: {},
    expiresAt,
  }));
  await database.client.providerRecord.createMany({ data });
}

describe('the sweeper', () => {
  it('deletes all expired records, in batches, and no other', async () => {
    await addRecords(25, fromNow(-1));
    await addRecords(1, now);
    await addRecords(3, fromNow(1));
    expect(await sweeper().sweep()).toBe(26);
    expect(await countRecords()).toBe(3);
    expect(await sweeper().sweep()).toBe(0);
  });

  it('deletes the grant of a code that was never exchanged, and no other grant', async () => {
    const inAMinute = fromNow(60_000);
    const inAHundredYears = fromNow(36_500 * DAY_MILLISECONDS);
    const accountId = await newAccount();
    const grantId = { unused: 'unused', expired: 'expired', used: 'used' };
    for (const [index, id] of Object.values(grantId).entries()) {
      const grantExpiresAt = id === 'expired' ? inAMinute : inAHundredYears;
      await records.putGrant(id, { jti: id, accountId, clientId: 'client' }, grantExpiresAt);
      const code = { jti: `code ${index}`, grantId: id };
      await records.put('AuthorizationCode', code.jti, code, inAMinute);
    }
    await records.consume('AuthorizationCode', 'code 2', now);
    const later = () => fromNow(120_000);
    expect(await sweeper({ clock: later }).sweep()).toBe(4);
    expect(await records.findGrant('used')).toBeDefined();
    expect(await countRecords()).toBe(1);
  });

  it('deletes revocations of expired tokens', async () => {
    const revocation = (value: string, expiresAt: Date) => ({ kind: 'token', value, expiresAt });
    const old = Array.from({ length: 12 }, (_, index) => revocation(`${index}`, fromNow(-1)));
    await database.client.revocation.createMany({
      data: [...old, revocation('young', fromNow(1))],
    });
    expect(await sweeper().sweep()).toBe(12);
    expect(await database.client.revocation.count()).toBe(1);
  });

  it('deletes a rotated refresh token when its reuse is no longer detected', async () => {
    const forEver = fromNow(36_500 * DAY_MILLISECONDS);
    await records.put('RefreshToken', 'parent', {}, forEver);
    await records.put('RefreshToken', 'successor', {}, forEver);
    await records.consume('RefreshToken', 'parent', now);
    const end = CONSUMED_REFRESH_TOKEN_DAYS * DAY_MILLISECONDS;
    expect(await sweeper({ clock: () => fromNow(end - 1) }).sweep()).toBe(0);
    expect(await sweeper({ clock: () => fromNow(end) }).sweep()).toBe(1);
    expect(await records.findForUpdate('RefreshToken', 'successor')).toBeDefined();
  });

  it('does nothing while another replica holds the lock', async () => {
    await addRecords(5, fromNow(-1));
    const other = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = database.transactionOnce(async ({ statements }) => {
      await statements.rows(TRY_SWEEPER_LOCK, {});
      locked.resolve();
      await other.promise;
      return countWithin(statements);
    });
    await locked.promise;
    // On a server it ends at once; the embedded database has one connection, which it waits for.
    const sweep = sweeper().sweep();
    await Promise.race([sweep, wait(300)]);
    other.resolve();
    expect(await holder).toBe(5);
    await sweep;
    await sweeper().sweep();
    expect(await countRecords()).toBe(0);
  });

  it('deletes each row once when several replicas sweep', async () => {
    await addRecords(95, fromNow(-1));
    const deleted = await Promise.all([1, 2, 3].map(() => sweeper().sweep()));
    const rest = await sweeper().sweep();
    expect(deleted.reduce((sum, count) => sum + count, rest)).toBe(95);
    expect(await countRecords()).toBe(0);
  });

  it('leaves a row that a request has locked', async () => {
    await records.put('AuthorizationCode', 'busy', {}, fromNow(-1));
    await addRecords(2, fromNow(-1));
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const request = database.transactionOnce(async (access) => {
      await new ProviderRecordStore(access).findForUpdate('AuthorizationCode', 'busy');
      held.resolve();
      await release.promise;
      return countWithin(access.statements);
    });
    await held.promise;
    const sweep = sweeper().sweep();
    await Promise.race([sweep, wait(300)]);
    release.resolve();
    expect(await request).toBeGreaterThanOrEqual(1);
    await sweep;
  });
});

describe('a started sweeper', () => {
  it('sweeps repeatedly until it is stopped', async () => {
    const started = sweeper({ intervalMilliseconds: 20 });
    started.start();
    started.start();
    for (let round = 0; round < 2; round += 1) {
      await addRecords(15, fromNow(-1));
      const deadline = Date.now() + 10_000;
      while ((await countRecords()) > 0 && Date.now() < deadline) await wait(20);
      expect(await countRecords()).toBe(0);
    }
    await started.stop();
    await addRecords(1, fromNow(-1));
    await wait(100);
    expect(await countRecords()).toBe(1);
    expect(logLines.join()).toContain('expired records removed');
  });

  it('stops at once between sweeps, also when stopped twice or never started', async () => {
    const started = sweeper({ intervalMilliseconds: 3_600_000 });
    await started.stop();
    started.start();
    const startedAt = performance.now();
    await started.stop();
    await started.stop();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it('logs a failure and tries again', async () => {
    let failures = 0;
    const removeRecords = async () => {
      failures += 1;
      throw new Error('no database today');
    };
    const expiredRecords = { removeRecords } as unknown as ExpiredRecordStore;
    const failing = withinTransaction({ expiredRecords });
    const broken = new ExpiredRecordSweeper(failing, logger, { intervalMilliseconds: 10 });
    broken.start();
    const deadline = Date.now() + 10_000;
    while (failures < 2 && Date.now() < deadline) await wait(10);
    await broken.stop();
    expect(failures).toBeGreaterThanOrEqual(2);
    expect(logLines.join()).toContain('expired records not removed');
  });
});
