import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { KeyEncryption } from '@app-platform/runtime';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DatabaseAccess, OauthDatabase } from '../database/database.ts';
import type { ProviderRecordStore } from '../storage/provider-record-store.ts';
import { storesOn } from '../stores.ts';
import { ProviderTransactions } from './provider-transactions.ts';

/** The lock timeout, plus time for a machine under load. */
const BOUND_MILLISECONDS = 9_000;

let database: OauthDatabase;
let transactions: ProviderTransactions;
beforeAll(async () => {
  database = new OauthDatabase(await openTestDatabase('oauth'));
  const keyEncryption = new KeyEncryption(randomBytes(32).toString('base64url'));
  const stores = (access: DatabaseAccess) =>
    storesOn(access, { keyEncryption, clock: () => new Date() });
  transactions = new ProviderTransactions(stores(database), (work) =>
    database.transactionOnce((access) => work(stores(access))),
  );
});
afterAll(() => database.close());

/** As oidc-provider's adapter uses them. */
const records: Pick<ProviderRecordStore, 'consume' | 'find' | 'findForUpdate' | 'put' | 'remove'> =
  {
    consume: (...given) => transactions.stores.records.consume(...given),
    find: (...given) => transactions.stores.records.find(...given),
    findForUpdate: async (...given) => {
      await transactions.begin();
      return transactions.stores.records.findForUpdate(...given);
    },
    put: (...given) => transactions.stores.records.put(...given),
    remove: (...given) => transactions.stores.records.remove(...given),
  };

const keep = () => true;
const inAnHour = () => new Date(Date.now() + 3_600_000);
const isStored = async (id: string) => (await records.find('AuthorizationCode', id)) !== undefined;

async function newCode(): Promise<string> {
  const code = randomBytes(16).toString('hex');
  await records.put('AuthorizationCode', code, { accountId: undefined }, inAnHour(), false);
  return code;
}

/** As oidc-provider exchanges a code: it checks whether it is consumed, and consumes it later. */
async function exchange(code: string): Promise<boolean> {
  return transactions.request(async () => {
    const found = await records.findForUpdate('AuthorizationCode', code);
    await wait(20);
    if (!found || found.consumedAt) return false;
    await records.consume('AuthorizationCode', code, new Date());
    await wait(20);
    return true;
  }, keep);
}

describe('the transaction of a request', () => {
  it('lets one of several concurrent requests exchange a code', async () => {
    const code = await newCode();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => exchange(code)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it('is rolled back if the request throws, and the error is passed on', async () => {
    const [code, issued] = [await newCode(), randomBytes(16).toString('hex')];
    const request = transactions.request(async () => {
      await records.findForUpdate('AuthorizationCode', code);
      await records.consume('AuthorizationCode', code, new Date());
      await records.put('AuthorizationCode', issued, {}, inAnHour(), true);
      throw new Error('no token today');
    }, keep);
    await expect(request).rejects.toThrow('no token today');
    expect(await isStored(issued)).toBe(false);
    expect(await exchange(code)).toBe(true);
  });

  it('is rolled back if the result is a failure', async () => {
    const code = await newCode();
    const work = async () => {
      await records.findForUpdate('AuthorizationCode', code);
      await records.consume('AuthorizationCode', code, new Date());
      return 500;
    };
    expect(await transactions.request(work, (status) => status < 500)).toBe(500);
    expect(await exchange(code)).toBe(true);
  });

  it('is one transaction for concurrent statements', async () => {
    const code = await newCode();
    const issued = Array.from({ length: 5 }, () => randomBytes(16).toString('hex'));
    const work = async () => {
      await records.findForUpdate('AuthorizationCode', code);
      const puts = issued.map((id) => records.put('AuthorizationCode', id, {}, inAnHour(), true));
      await Promise.all(puts);
    };
    await transactions.request(work, () => false);
    expect(await Promise.all(issued.map(isStored))).toEqual(issued.map(() => false));
    await transactions.request(work, keep);
    expect(await Promise.all(issued.map(isStored))).toEqual(issued.map(() => true));
  });

  it('is not begun unless a statement asks for it', async () => {
    const code = randomBytes(16).toString('hex');
    const work = () => records.put('AuthorizationCode', code, {}, inAnHour(), true);
    await transactions.request(work, () => false);
    expect(await isStored(code)).toBe(true);
  });

  it('waits for a locked row in bounded time', async () => {
    const code = await newCode();
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = transactions.request(async () => {
      await records.findForUpdate('AuthorizationCode', code);
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

  it('is shared by Prisma and declared statements, and rolled back as a whole', async () => {
    const code = await newCode();
    const work = async () => {
      await records.findForUpdate('AuthorizationCode', code);
      await records.remove('AuthorizationCode', code);
      return (await records.findForUpdate('AuthorizationCode', code)) === undefined;
    };
    expect(await transactions.request(work, () => false)).toBe(true);
    expect(await isStored(code)).toBe(true);
  });
});
