import { testDatabaseServer } from '@app-platform/testing/databases/test-database';
import { Browser, type Visit } from '@app-platform/testing/http/browser';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { DatabaseServer } from '@app-platform/testing/servers/database-server';
import { driverError, FaultyDriver } from '@app-platform/testing/statements/watched-driver';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { authorize, codeGrant } from '../platform/authorization-request.ts';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, type PlatformAddresses, startPlatform } from '../platform/platform.ts';
import { type PlatformProcesses, startPlatformProcesses } from '../platform/platform-processes.ts';

/** The waits for a connection and for a lock, and a machine under load: within a client's patience. */
const BOUND_MILLISECONDS = 30_000;
/** Posts a form, with an app's credentials in it. */
async function postAs(
  { oauthUrl }: PlatformAddresses,
  app: ExternalApp,
  path: string,
  fields: Record<string, string>,
) {
  const credentials = { client_id: app.clientId, client_secret: app.clientSecret };
  const startedAt = performance.now();
  const response = await fetch(`${oauthUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...credentials, ...fields }).toString(),
  });
  const text = await response.text();
  expect(performance.now() - startedAt).toBeLessThan(BOUND_MILLISECONDS);
  const { status, headers } = response;
  return { status, body: text && JSON.parse(text), retryAfter: headers.get('retry-after') };
}

const outage = {
  status: 503,
  body: { error: 'temporarily_unavailable', error_description: 'try again soon' },
  retryAfter: '5',
};

describe('a token request whose statement fails', () => {
  const driver = new FaultyDriver();
  let platform: Platform;
  let app: ExternalApp;
  let token: string;
  beforeAll(async () => {
    platform = await startPlatform({ aroundDatabase: driver.around });
    const authorized = await authorizedApp(platform);
    app = authorized.app;
    token = String(authorized.tokens.refresh_token);
  });
  afterAll(() => platform?.close());

  // A parameter that nobody knows has it answered by oidc-provider.
  const ways = { plain: {}, full: { a_parameter_that_nobody_knows: 'x' } };
  const refresh = (way: object = ways.plain) =>
    postAs(platform, app, '/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: token,
      ...way,
    });
  const refreshWith = async (fault: FaultyDriver['fault'], way: object) => {
    driver.fault = fault;
    const answer = await refresh(way);
    driver.fault = undefined;
    const afterwards = await refresh();
    token = afterwards.body.refresh_token ?? token;
    return { answer, afterwards };
  };

  const reasons: [string, Error][] = [
    ['cut', driverError({ kind: 'postgres', originalCode: '57P01' })],
    ['cancelled', driverError({ kind: 'postgres', originalCode: '57014' })],
    ['locked out', driverError({ kind: 'postgres', originalCode: '55P03' })],
    ['one too many', driverError({ kind: 'TooManyConnections', originalCode: '53300' })],
    ['reset', driverError({ kind: 'ConnectionClosed' })],
    ['not connected', driverError({ kind: 'DatabaseNotReachable' })],
    ['lost', new Error('Connection terminated unexpectedly')],
    [
      'lost since the statement before',
      new Error('Client has encountered a connection error and is not queryable'),
    ],
    ['kept waiting', new Error('timeout exceeded when trying to connect')],
  ];
  const statements: [string, RegExp, object][] = [
    ['finds all that is needed', /AS "grant"/, ways.plain],
    ['exchanges the token', /FOR UPDATE SKIP LOCKED/, ways.plain],
    ['finds the token', /FOR UPDATE$/, ways.full],
    ['reads the grant', /FROM provider_record g\s+WHERE digest = \$1 AND EXISTS/, ways.full],
    ['issues its successor', /UPDATE provider_record\s+SET generation/, ways.full],
  ];
  const cases = statements.flatMap(([place, statement, way]) =>
    reasons.map(([reason, error]) => ({ place, statement, way, reason, error })),
  );

  it.each(cases)(
    'one that $place, for it was $reason: is an outage, and the token stays good',
    async ({ statement, error, way }) => {
      const { answer, afterwards } = await refreshWith({ statement, error }, way);
      expect(answer).toEqual(outage);
      expect(afterwards.status).toBe(200);
    },
  );

  const ofExchange: [string, RegExp, object][] = [
    ['exchanges the code', /FOR UPDATE SKIP LOCKED/, ways.plain],
    ['consumes the code', /UPDATE provider_record\s+SET consumed_at/, ways.full],
    ['issues the first token', /INSERT INTO provider_record[^;]*'RefreshToken'/, ways.full],
  ];
  const exchanges = ofExchange.flatMap(([place, statement, way]) =>
    reasons.slice(-3).map(([reason, error]) => ({ place, statement, way, reason, error })),
  );

  it.each(exchanges)(
    'one that $place, for it was $reason: is an outage, and the code stays good',
    async ({ statement, error, way }) => {
      const grant = codeGrant(app, (await authorize(platform, app)).get('code'));
      driver.fault = { statement, error };
      const answer = await postAs(platform, app, '/oauth/token', { ...grant, ...way });
      driver.fault = undefined;
      expect(answer).toEqual(outage);
      expect((await postAs(platform, app, '/oauth/token', grant)).status).toBe(200);
    },
  );

  it('for a fault of ours: is told as that, and the token stays good', async () => {
    const error = driverError({ kind: 'postgres', originalCode: '42601' });
    const fault = { statement: /SET generation/, error };
    const { answer, afterwards } = await refreshWith(fault, ways.full);
    expect(answer).toMatchObject({ status: 500, body: { error: 'server_error' } });
    expect(afterwards.status).toBe(200);
  });

  it('for a fault of ours where it is plain: is answered by oidc-provider', async () => {
    const error = driverError({ kind: 'postgres', originalCode: '42601' });
    const fault = { statement: /FOR UPDATE SKIP LOCKED/, error };
    const { answer, afterwards } = await refreshWith(fault, ways.plain);
    expect([answer.status, afterwards.status]).toEqual([200, 200]);
    expect(answer.body.refresh_token).toBe(afterwards.body.refresh_token);
  });
});

const serverUrl = testDatabaseServer();
const CONNECTIONS = 3;
const LOCK_TOKENS = "SELECT kind FROM provider_record WHERE kind = 'RefreshToken' FOR UPDATE";
const LOCK_CONSUMING = 'LOCK TABLE provider_record IN SHARE MODE';
const LOCK_COMMIT = 'SELECT pg_advisory_xact_lock(1)';
/** Makes a transaction that writes a record wait when it is committed. */
const WAITING_COMMITS = `
  CREATE FUNCTION wait_for_lock() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
  CREATE CONSTRAINT TRIGGER waiting_commits AFTER INSERT OR UPDATE ON provider_record
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_for_lock()`;

for (const url of serverUrl ? [serverUrl] : []) {
  describe('with a server of its own', () => {
    let platform: PlatformProcesses;
    let server: DatabaseServer;
    let app: ExternalApp;
    let tokens: Record<string, unknown>;

    beforeAll(async () => {
      platform = await startPlatformProcesses({ OAUTH_DATABASE_CONNECTIONS: String(CONNECTIONS) });
      server = new DatabaseServer(url, platform.oauthDatabaseUrl);
      await server.run(WAITING_COMMITS);
    });
    beforeEach(async () => {
      ({ app, tokens } = await authorizedApp(platform));
    });
    // It fails where a service did not live until now.
    afterAll(async () => {
      await platform?.close();
      RunningProcess.endAll();
    });

    const post = (path: string, fields: Record<string, string>) =>
      postAs(platform, app, path, fields);
    const refresh = () => {
      const token = String(tokens.refresh_token);
      return post('/oauth/token', { grant_type: 'refresh_token', refresh_token: token });
    };

    describe('a token request whose connection is cut', () => {
      it.each([
        ['while it waits for its token', LOCK_TOKENS],
        ['when its token is found, and is to be consumed', LOCK_CONSUMING],
        ['when its work is done, and is to be committed', LOCK_COMMIT],
      ])('%s: is an outage, and the token stays good', async (_moment, lock) => {
        // More often than there are connections: none is lost.
        for (let round = 0; round <= CONNECTIONS; round += 1) {
          const [answer] = await server.during(lock, () =>
            Promise.all([refresh(), server.cutWaiting()]),
          );
          expect(answer).toEqual(outage);
        }
        expect((await refresh()).status).toBe(200);
      });
    });

    describe('a token request that waits too long', () => {
      it('for its token, which another one holds: is an outage, and the token stays good', async () => {
        expect(await server.during(LOCK_TOKENS, refresh)).toEqual(outage);
        expect((await refresh()).status).toBe(200);
      });

      it('for a connection, all of which are in use: is an outage, and the token stays good', async () => {
        const waves = Array.from({ length: CONNECTIONS * 4 });
        const answers = await server.during(LOCK_TOKENS, () => Promise.all(waves.map(refresh)));
        expect(answers).toEqual(answers.map(() => outage));
        expect((await refresh()).status).toBe(200);
      });
    });

    describe('while the database lets nobody in', () => {
      const SCOPES = ['org.permission.customer', 'org.permission.message', 'offline_access'];

      it('every endpoint says so, and what was begun can be finished afterwards', async () => {
        const [begun, pending] = [new Browser(), new Browser()];
        const begin = (browser: Browser) =>
          browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
        const form = await begin(begun);
        const credentials = { email: app.email, password: PASSWORD };
        const consent = await pending.submit(await begin(pending), credentials);
        const isOutage = ({ status, html }: Visit) => {
          expect([status, html]).toEqual([503, expect.stringContaining('temporarily_unavailable')]);
          expect(html).not.toMatch(/prisma|postgres|select|developer/i);
        };
        const access = { token: String(tokens.access_token) };
        const kept = { token: String(tokens.refresh_token) };

        await server.refusing(async () => {
          isOutage(await begin(pending));
          isOutage(await begun.submit(form, credentials));
          isOutage(await pending.submit(consent, { decision: 'allow' }));
          expect(await refresh()).toEqual(outage);
          for (const path of ['/oauth/introspect', '/oauth/revoke']) {
            expect(await post(path, access)).toEqual(outage);
            expect(await post(path, kept)).toEqual(outage);
          }
        });

        const { url: arrived } = await pending.submit(consent, { decision: 'allow' });
        const code = arrived.searchParams.get('code') ?? '';
        const grant = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri };
        expect(await server.refusing(() => post('/oauth/token', grant))).toEqual(outage);
        expect((await post('/oauth/token', grant)).status).toBe(200);
        // What has been allowed meanwhile is not asked again.
        const { url: back } = await begun.submit(form, credentials);
        expect(back.searchParams.get('code')).toBeTruthy();
        expect((await post('/oauth/introspect', access)).body.active).toBe(true);
        expect((await refresh()).status).toBe(200);
      });

      it('the internal API says so, and the registry goes on to accept access tokens', async () => {
        const call = async (
          path: string,
          token = platform.operatorToken,
          init: RequestInit = {},
        ) => {
          const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
          const response = await fetch(`${platform.oauthInternalUrl}${path}`, { ...init, headers });
          return { status: response.status, body: (await response.json()) as object };
        };
        const account = {
          organizationId: app.organizationId,
          email: 'late@example.com',
          password: PASSWORD,
          roles: [],
        };
        await server.refusing(async () => {
          const init = { method: 'POST', body: JSON.stringify(account) };
          for (const answer of [
            await call('/internal/revocations', platform.serviceToken),
            await call('/internal/signing-keys'),
            await call('/internal/accounts', platform.operatorToken, init),
          ]) {
            const problem = expect.objectContaining({
              status: 503,
              code: 'temporarily_unavailable',
            });
            expect(answer).toEqual({ status: 503, body: { errors: [problem] } });
          }
          expect((await call('/readyz')).status).toBe(503);
          expect((await call('/livez')).status).toBe(200);
          const headers = { authorization: `Bearer ${tokens.access_token}` };
          expect((await fetch(`${platform.baseUrl}/v1/me`, { headers })).status).toBe(200);
        });
        expect((await call('/readyz')).status).toBe(200);
      });
    });
  });
}
