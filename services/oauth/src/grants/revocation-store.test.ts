import { openTestDatabase } from '@app-platform/workbench/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '../database/database.ts';
import { RevocationStore } from './revocation-store.ts';

const SECOND_MILLISECONDS = 1_000;
const now = new Date();
let database: Database;
beforeAll(async () => {
  database = new Database(await openTestDatabase('oauth'));
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.client.revocation.deleteMany();
});

/** Pages of two. @param secondsAgo when what it is used for is done */
const revocations = (secondsAgo = 0) =>
  new RevocationStore(
    database,
    () => new Date(now.getTime() - secondsAgo * SECOND_MILLISECONDS),
    2,
  );

async function highestId(): Promise<bigint> {
  const { _max } = await database.client.revocation.aggregate({ _max: { id: true } });
  return _max.id ?? 0n;
}

/** Reads to the end, as a registry does. @returns what each page holds */
async function pagesAfter(after: bigint): Promise<string[][]> {
  const { revocations: page, more } = await revocations().list(after);
  const values = page.map(({ value }) => value);
  if (!more) return [values];
  return [values, ...(await pagesAfter(BigInt(page.at(-1)?.id ?? 0)))];
}

describe('the feed of what is revoked', () => {
  it('is read to its end page by page, the oldest first', async () => {
    await revocations(60).addGrants(['a', 'b', 'c', 'd', 'e']);
    expect(await pagesAfter(0n)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  it('tells that there is no more where a page is just full', async () => {
    await revocations(60).addGrants(['a', 'b']);
    expect(await pagesAfter(0n)).toEqual([['a', 'b']]);
  });

  it('is not held up by what is recent, of which it tells a page too', async () => {
    await revocations().addGrants(['a', 'b', 'c']);
    const known = await highestId();
    await revocations().addToken('new');
    const { revocations: page, more } = await revocations().list(known);
    expect([page.length, page.at(-1)?.value, more]).toEqual([3, 'new', false]);
  });

  it('says nothing again of what has been known for half a minute, and nothing of what has ended', async () => {
    await revocations(31).addGrants(['a']);
    await revocations(86_401).addToken('ended');
    expect(await pagesAfter(0n)).toEqual([['a']]);
    expect(await revocations().list(await highestId())).toEqual({ revocations: [], more: false });
  });
});
