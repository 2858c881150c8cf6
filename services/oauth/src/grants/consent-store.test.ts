import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { OauthTestDatabase } from '../../testing/oauth-test-database.ts';
import { AccountStore } from '../accounts/account-store.ts';
import { ConsentStore } from './consent-store.ts';

const LOCK_WAIT_MILLISECONDS = 300;

let database: OauthTestDatabase;
beforeAll(async () => {
  database = new OauthTestDatabase(await openTestDatabase('oauth', 'owner'));
});
afterAll(() => database.close());

it.each([
  ['the first ones', false],
  ['later ones', true],
])(
  'keeps both of two concurrent consents, for the API and for the MCP server: %s',
  async (_, isLater) => {
    const accountId = randomUUID();
    const account = { id: accountId, organizationId: 'a'.repeat(24), roles: [] };
    await new AccountStore(database).create(
      { ...account, email: `${accountId}@x.test` },
      undefined,
    );
    const app = { accountId, clientId: 'c'.repeat(24), installedSince: new Date('2026-11-28') };
    const [api, mcp] = [false, true].map((isForMcp) => ({ ...app, isForMcp }));
    if (!api || !mcp) throw new Error('there are two');
    const consents = new ConsentStore(database);
    if (isLater) await consents.add(api, ['openid']);
    const { waiting } = await database.transactionOnce(async (access) => {
      await new ConsentStore(access).add(api, ['profile']);
      const added = consents.add(mcp, ['email']);
      await sleep(LOCK_WAIT_MILLISECONDS);
      return { waiting: added };
    });
    await waiting;
    expect(await consents.find(api)).toEqual(isLater ? ['openid', 'profile'] : ['profile']);
    expect(await consents.find(mcp)).toEqual(['email']);
  },
);
