import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openTestDatabase } from '@app-platform/workbench/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProviderRecordStore } from '../storage/provider-record-store.ts';
import { Database } from './database.ts';

/** What a request waits for another one's row, and a machine under load on top. */
const BOUND_MILLISECONDS = 9_000;

let database: Database;
let records: ProviderRecordStore;
beforeAll(async () => {
  database = new Database(await openTestDatabase('oauth'));
  records = new ProviderRecordStore(database);
});
afterAll(() => database.close());

const keep = () => true;
const inAnHour = () => new Date(Date.now() + 3_600_000);
const isStored = async (id: string) =>
  (await records.find('AuthorizationCode', id, false)) !== undefined;

async function newCode(): Promise<string> {
  const code = randomBytes(16).toString('hex');
  await records.put('AuthorizationCode', code, { accountId: undefined }, inAnHour(), false);
  return code;
}

/** What oidc-provider does with a code: it looks whether it is consumed, and consumes it later. */
async function exchange(code: string): Promise<boolean> {
  return database.request(async () => {
    const found = await records.find('AuthorizationCode', code, true);
    await wait(20);
    if (!found || found.consumedAt) return false;
    await records.consume('AuthorizationCode', code, new Date());
    await wait(20);
    return true;
  }, keep);
}

describe('a request’s transaction', () => {
  it('lets one of many requests have a code', async () => {
    const code = await newCode();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => exchange(code)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it('keeps nothing of a request that throws, and throws the same', async () => {
    const [code, issued] = [await newCode(), randomBytes(16).toString('hex')];
    const request = database.request(async () => {
      await records.find('AuthorizationCode', code, true);
      await records.consume('AuthorizationCode', code, new Date());
      await records.put('AuthorizationCode', issued, {}, inAnHour(), true);
      throw new Error('no token today');
    }, keep);
    await expect(request).rejects.toThrow('no token today');
    expect(await isStored(issued)).toBe(false);
    expect(await exchange(code)).toBe(true);
  });

  it('keeps nothing of a request whose answer is a failure', async () => {
    const code = await newCode();
    const work = async () => {
      await records.find('AuthorizationCode', code, true);
      await records.consume('AuthorizationCode', code, new Date());
      return 500;
    };
    expect(await database.request(work, (status) => status < 500)).toBe(500);
    expect(await exchange(code)).toBe(true);
  });

  it('is one, however many statements are issued at once', async () => {
    const code = await newCode();
    const issued = Array.from({ length: 5 }, () => randomBytes(16).toString('hex'));
    const work = async () => {
      await records.find('AuthorizationCode', code, true);
      const puts = issued.map((id) => records.put('AuthorizationCode', id, {}, inAnHour(), true));
      await Promise.all(puts);
    };
    await database.request(work, () => false);
    expect(await Promise.all(issued.map(isStored))).toEqual(issued.map(() => false));
    await database.request(work, keep);
    expect(await Promise.all(issued.map(isStored))).toEqual(issued.map(() => true));
  });

  it('is none where no statement asks for one', async () => {
    const code = randomBytes(16).toString('hex');
    const work = () => records.put('AuthorizationCode', code, {}, inAnHour(), true);
    await database.request(work, () => false);
    expect(await isStored(code)).toBe(true);
  });

  it('waits for another request’s row in bounded time', async () => {
    const code = await newCode();
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = database.request(async () => {
      await records.find('AuthorizationCode', code, true);
      held.resolve();
      await release.promise;
    }, keep);
    await held.promise;
    const startedAt = performance.now();
    await expect(exchange(code)).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(BOUND_MILLISECONDS);
    release.resolve();
    await holder;
    expect(await exchange(code)).toBe(true);
  });
});
