import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OauthTestDatabase } from '../../testing/oauth-test-database.ts';
import { AccountStore } from '../accounts/account-store.ts';
import type { DatabaseAccess } from '../database/database.ts';
import { type ConsentDecision, ConsentRequestStore } from './consent-request-store.ts';

const at = new Date('2026-11-27T04:00:00Z');
const organizationId = 'a'.repeat(24);
const LOCK_WAIT_MILLISECONDS = 300;

let database: OauthTestDatabase;
beforeAll(async () => {
  database = new OauthTestDatabase(await openTestDatabase('oauth', 'owner'));
});
afterAll(() => database.close());

/** A user's request for the scope `org.seen`. */
async function newRequest() {
  const accountId = randomUUID();
  const account = { id: accountId, organizationId, email: `${accountId}@example.com`, roles: [] };
  await new AccountStore(database).create(account, undefined);
  const request = {
    ...{ organizationId, accountId, clientId: 'c'.repeat(24) },
    ...{ installedSince: at, at, isForMcp: false },
  };
  const ask = (access: DatabaseAccess, ...scopes: string[]) =>
    new ConsentRequestStore(access).ask({ ...request, scopes });
  await ask(database, 'org.seen');
  const { id } = await database.client.consentRequest.findFirstOrThrow({ where: { accountId } });
  const decide = (changes: Partial<ConsentDecision> = {}) =>
    new ConsentRequestStore(database).decide({
      ...{ id, organizationId, state: 'approved', seenScopes: ['org.seen'], at },
      ...changes,
    });
  return { ask, decide };
}

it('compares with an ask that is under way', async () => {
  const { ask, decide } = await newRequest();
  const decided = await database.transactionOnce(async (access) => {
    await ask(access, 'org.seen', 'org.unseen');
    const waiting = decide();
    await sleep(LOCK_WAIT_MILLISECONDS);
    return { waiting };
  });
  expect(await decided.waiting).toMatchObject({
    isDecided: false,
    state: 'pending',
    scopes: ['org.seen', 'org.unseen'],
  });
});

it('decides once', async () => {
  const { decide } = await newRequest();
  const answers = await Promise.all([decide(), decide({ state: 'denied', seenScopes: null })]);
  expect(answers.map((answer) => answer?.isDecided).sort()).toEqual([false, true]);
});

it('decides no request of another organization', async () => {
  const { decide } = await newRequest();
  expect(await decide({ organizationId: 'b'.repeat(24) })).toBeUndefined();
});
