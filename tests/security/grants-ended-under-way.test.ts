import {
  type DatabaseConnection,
  defineStatement,
  type Statements,
} from '@app-platform/runtime/database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

/** What the end of all grants of a user changes: ended-user-store.ts. */
const END_GRANTS = defineStatement({
  name: 'test-end-grants',
  text: 'UPDATE account SET grants_since = clock_timestamp(), roles_version = roles_version + 1',
  parameters: {},
  row: {},
});

let isArmed = false;
let platform: Platform;

/**
 * Ends the grants just before a token request reads the user, when it has read the grant. They end in its own
 * transaction, which sees what a commit of another one would show it: the embedded database has one connection.
 */
function endingBetweenReads(connection: DatabaseConnection): DatabaseConnection {
  const ending = (statements: Statements): Statements => ({
    rows: async (statement, values) => {
      if (isArmed && statement.name === 'find-account') {
        isArmed = false;
        await statements.rows(END_GRANTS, {});
      }
      return statements.rows(statement, values);
    },
  });
  return {
    ...connection,
    transaction: (work) => connection.transaction((statements) => work(ending(statements))),
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
