import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { OauthTestDatabase } from '../../testing/oauth-test-database.ts';
import { RevocationStore } from './revocation-store.ts';

const SECOND_MILLISECONDS = 1_000;
const now = new Date();
let database: OauthTestDatabase;
beforeAll(async () => {
  database = new OauthTestDatabase(await openTestDatabase('oauth'));
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.client.revocation.deleteMany();
});

/** A store with pages of two. @param secondsAgo how far its clock is behind */
const revocations = (secondsAgo = 0) =>
  new RevocationStore(
    database,
    () => new Date(now.getTime() - secondsAgo * SECOND_MILLISECONDS),
    2,
  );

/** Reads to the end, as the registry does. @returns the values of each page */
async function pagesAfter(after: bigint): Promise<string[][]> {
  const { revocations: page, more } = await revocations().list(after);
  const values = page.map(({ value }) => value);
  if (!more) return [values];
  return [values, ...(await pagesAfter(BigInt(page.at(-1)?.id ?? 0)))];
}

describe('the revocation feed', () => {
  it('is read page by page, the oldest first', async () => {
    await revocations(60).addGrants(['a', 'b', 'c', 'd', 'e']);
    expect(await pagesAfter(0n)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  it('says that there is no more after a page that is exactly full', async () => {
    await revocations(60).addGrants(['a', 'b']);
    expect(await pagesAfter(0n)).toEqual([['a', 'b']]);
  });

  it('leaves out revocations that have expired', async () => {
    await revocations(86_411).addToken('expired');
    // The registry still accepts a token that expired five seconds ago.
    await revocations(86_405).addToken('tolerated');
    await revocations().addToken('recent');
    expect(await pagesAfter(0n)).toEqual([['tolerated', 'recent']]);
  });
});
