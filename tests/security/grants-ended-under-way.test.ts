// On servers too: a refresh and the end of the user's grants happen at the same time.
import type { DatabaseConnection } from '@app-platform/runtime/database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

/** What the end of all grants of a user changes: ended-user-store.ts. */
const END_GRANTS =
  'UPDATE account SET grants_since = clock_timestamp(), roles_version = roles_version + 1';

let isArmed = false;
let platform: Platform;

/**
 * Ends the grants just before a token request reads the user, when it has read the grant. They end in its own
 * transaction, which sees what a commit of another one would show it: the embedded database has one connection.
 */
function endingBetweenReads({ adapter, ...connection }: DatabaseConnection): DatabaseConnection {
  return {
    ...connection,
    adapter: {
      provider: adapter.provider,
      adapterName: adapter.adapterName,
      connectToShadowDb: () => adapter.connectToShadowDb(),
      connect: async () => {
        const session = await adapter.connect();
        const startTransaction = session.startTransaction.bind(session);
        session.startTransaction = async (isolationLevel) => {
          const transaction = await startTransaction(isolationLevel);
          const queryRaw = transaction.queryRaw.bind(transaction);
          transaction.queryRaw = async (query) => {
            if (isArmed && /FROM .*"account"/.test(query.sql)) {
              isArmed = false;
              await transaction.executeRaw({ sql: END_GRANTS, args: [], argTypes: [] });
            }
            return queryRaw(query);
          };
          return transaction;
        };
        return session;
      },
    },
  };
}

beforeAll(async () => {
  platform = await startPlatform({ aroundDatabase: endingBetweenReads });
});
afterAll(() => platform.close());

it('attack: a refresh that has read its grant when the grants of the user end gets no token of afterwards', async () => {
  const { app, tokens } = await authorizedApp(platform);
  isArmed = true;
  const { status, body } = await app.token({
    grant_type: 'refresh_token',
    refresh_token: String(tokens.refresh_token),
    // A parameter that nobody knows has it answered by oidc-provider.
    a_parameter_that_nobody_knows: 'x',
  });
  expect(isArmed).toBe(false);
  expect([status, body.error]).toEqual([400, 'invalid_grant']);
});
