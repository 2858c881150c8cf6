import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseConnection } from '@app-platform/runtime/database';
import { administrator } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, userOf } from '../platform/external-app.ts';
import { firstPartyRedirectUris, signInToFirstParty } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

/** Runs before the next grant is stored: the request that stores it has found its session. */
let beforeGrant: (() => Promise<unknown>) | undefined;

/** A database in which the statement that stores a grant waits. */
function withGrantsHeld(connection: DatabaseConnection): DatabaseConnection {
  const { statements } = connection;
  return {
    ...connection,
    statements: {
      rows: async (statement, values) => {
        if (statement.name === 'put-grant') {
          const work = beforeGrant;
          beforeGrant = undefined;
          await work?.();
        }
        return statements.rows(statement, values);
      },
    },
  };
}

let platform: Platform;
let user: ExternalApp;
let browser: Browser;
beforeAll(async () => {
  platform = await startPlatform({ firstPartyRedirectUris, aroundDatabase: withGrantsHeld });
});
beforeEach(async () => {
  user = await newExternalApp(platform);
  browser = new Browser();
  await signIn(user.email);
});
afterAll(() => platform.close());

const signIn = (email: string) => {
  const scope = 'org.permission.apps offline_access';
  return signInToFirstParty(platform, { clientId: 'console', email, scope, browser });
};

const ends: [string, () => Promise<() => Promise<unknown>>][] = [
  [
    'the user signs out',
    async () => {
      const page = await browser.open(`${platform.oauthUrl}/account/apps`, platform.oauthUrl);
      return () => browser.submit(page, {}, '/account/sign-out');
    },
  ],
  [
    'an administrator ends the sessions of the user',
    async () => {
      const path = `/v1/users/${await userOf(platform, user)}/end-sessions`;
      return () => administrator(platform, user.apiKey)('POST', path);
    },
  ],
  [
    'the user is disabled',
    async () => {
      const path = `/v1/users/${await userOf(platform, user)}/disable`;
      return () => administrator(platform, user.apiKey)('POST', path);
    },
  ],
];

describe.each(ends)('attack: an authorization request is under way while %s', (_name, prepare) => {
  it('and gets no token that lives', async () => {
    let isHeld = false;
    const end = await prepare();
    beforeGrant = async () => {
      isHeld = true;
      await end();
      await wait(10);
    };
    // No account has the address: a page that asks for a password leads nowhere.
    await expect(signIn('nobody@example.com')).rejects.toThrow('console got no token');
    expect(isHeld).toBe(true);
  });
});
