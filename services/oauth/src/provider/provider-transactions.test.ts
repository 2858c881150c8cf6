import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { KeyEncryption } from '@app-platform/runtime';
import {
  openTestDatabase,
  testDatabaseServer,
} from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DatabaseAccess, OauthDatabase } from '../database/database.ts';
import { storesOn } from '../stores.ts';
import { DurableAdapter } from './adapter.ts';
import { ProviderTransactions } from './provider-transactions.ts';

/** The lock timeout, plus time for a machine under load. */
const BOUND_MILLISECONDS = 9_000;

let database: OauthDatabase;
let transactions: ProviderTransactions;
/** The adapter of authorization codes, which begins the transaction of a request. */
let codes: DurableAdapter;
beforeAll(async () => {
  database = new OauthDatabase(await openTestDatabase('oauth'));
  const keyEncryption = new KeyEncryption(randomBytes(32).toString('base64url'));
  const stores = (access: DatabaseAccess) =>
    storesOn(access, { keyEncryption, clock: () => new Date() });
  transactions = new ProviderTransactions(stores(database), (work) =>
    database.transactionOnce((access) => work(stores(access))),
  );
  codes = new DurableAdapter('AuthorizationCode', {
    transactions,
    clock: () => new Date(),
    revokeGrant: (grantId) => transactions.stores.records.removeByGrant(grantId),
  });
});
afterAll(() => database.close());

const keep = () => true;
const newId = () => randomBytes(16).toString('hex');
const save = (id: string) => codes.upsert(id, { jti: id }, 3_600);
const isStored = async (id: string) => (await codes.find(id)) !== undefined;

async function newCode(): Promise<string> {
  const code = newId();
  await save(code);
  return code;
}

/** As oidc-provider exchanges a code: it checks whether it is consumed, and consumes it later. */
async function exchange(code: string): Promise<boolean> {
  return transactions.request(async () => {
    const found = await codes.find(code);
    await wait(20);
    if (!found || found.consumed) return false;
    await codes.consume(code);
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
    const [code, issued] = [await newCode(), newId()];
    const request = transactions.request(async () => {
      await codes.find(code);
      await codes.consume(code);
      await save(issued);
      throw new Error('no token today');
    }, keep);
    await expect(request).rejects.toThrow('no token today');
    expect(await isStored(issued)).toBe(false);
    expect(await exchange(code)).toBe(true);
  });

  it('is rolled back if the result is a failure', async () => {
    const code = await newCode();
    const work = async () => {
      await codes.find(code);
      await codes.consume(code);
      return 500;
    };
    expect(await transactions.request(work, (status) => status < 500)).toBe(500);
    expect(await exchange(code)).toBe(true);
  });

  it('is one transaction for concurrent statements', async () => {
    const code = await newCode();
    const issued = Array.from({ length: 5 }, newId);
    const work = async () => {
      await codes.find(code);
      await Promise.all(issued.map(save));
    };
    await transactions.request(work, () => false);
    expect(await Promise.all(issued.map(isStored))).toEqual(issued.map(() => false));
    await transactions.request(work, keep);
    expect(await Promise.all(issued.map(isStored))).toEqual(issued.map(() => true));
  });

  it('is not begun before a code is looked up', async () => {
    const code = newId();
    const work = () => save(code);
    await transactions.request(work, () => false);
    expect(await isStored(code)).toBe(true);
  });

  // The embedded database runs one transaction at a time.
  if (testDatabaseServer()) {
    it('waits for a locked row in bounded time', async () => {
      const code = await newCode();
      const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holder = transactions.request(async () => {
        await codes.find(code);
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
  }

  it('is rolled back as a whole', async () => {
    const code = await newCode();
    const work = async () => {
      await codes.find(code);
      await codes.destroy(code);
      return (await codes.find(code)) === undefined;
    };
    expect(await transactions.request(work, () => false)).toBe(true);
    expect(await isStored(code)).toBe(true);
  });
});
