import { randomUUID } from 'node:crypto';
import { apiCaller } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

type Check = { name: string; status: string; detail: string };

let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp({}, { userRoles: ['org.admin'] }));
});
afterAll(() => platform?.close());

function doctor(credential: string, body: object) {
  return apiCaller(platform.baseUrl, credential)('POST', '/v1/apps/doctor', body);
}

async function checksOf(of: ExternalApp, body: object): Promise<Check[]> {
  const answer = await doctor(of.apiKey, body);
  expect(answer.status).toBe(200);
  return answer.body.data.checks;
}

async function keyWith(roles: string[]): Promise<string> {
  const { body } = await apiCaller(platform.baseUrl, app.apiKey)('POST', '/v1/api-keys', { roles });
  return body.data.attributes.key;
}

/** An access token with every administrative role. */
async function tokenOfApp(): Promise<string> {
  const browser = new Browser();
  const signIn = await browser.open(app.authorizeUrl(['org.admin']), platform.oauthUrl);
  const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  const arrived = await browser.submit(consent, { decision: 'allow' });
  const code = arrived.url.searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri };
  return String((await app.token(grant)).body.access_token);
}

describe('attack: somebody asks the doctor who the users are', () => {
  it.each(['org.admin.apps', 'org.admin.audit org.admin.apps'])(
    '403 for the roles %s',
    async (roles) => {
      const key = await keyWith(roles.split(' '));
      const url = app.authorizeUrl(['org.permission.customer']);
      expect((await doctor(key, { url })).status).toBe(200);
      const answers = await Promise.all(
        [app.email, `${randomUUID()}@example.com`].map((user) => doctor(key, { url, user })),
      );
      for (const { status, body } of answers) {
        expect([status, body.errors[0]]).toMatchObject([
          403,
          { source: { pointer: '/user' }, meta: { missingRoles: ['org.admin.users'] } },
        ]);
      }
      expect(answers[0]?.body.errors[0].detail).toBe(answers[1]?.body.errors[0].detail);
    },
  );

  it('403 for the access token of an app, whatever its roles', async () => {
    const token = await tokenOfApp();
    const url = app.authorizeUrl(['org.permission.customer']);
    expect((await doctor(token, { url })).status).toBe(200);
    const { status, body } = await doctor(token, { url, user: app.email });
    expect([status, body.errors[0].code]).toEqual([403, 'forbidden']);
  });

  it('the roles that another organization allowed are not told', async () => {
    const definition = { roles: ['org.permission.customer', 'org.permission.conversation'] };
    const shared = await newExternalApp(platform, { visibility: 'public', definition });
    const user = await newExternalApp(platform);
    const install = { app: shared.name, roles: ['org.permission.customer'] };
    const call = apiCaller(platform.baseUrl, user.apiKey);
    expect((await call('POST', '/v1/apps/installed', install)).status).toBe(201);
    const { organizationId } = user;
    const answers = await Promise.all(
      definition.roles.map(async (role) => {
        const checks = await checksOf(shared, { url: shared.authorizeUrl([role]), organizationId });
        return checks.filter(({ name }) => name === 'scope');
      }),
    );
    expect(answers[0]).toEqual([expect.objectContaining({ status: 'unknown' })]);
    expect(answers[0]).toEqual(answers[1]);
  });
});

describe('the doctor says of what it has not seen that it is not checked:', () => {
  it('the client secret', async () => {
    const tokenRequest = { grant_type: 'refresh_token', client_id: app.clientId };
    const checks = await checksOf(app, { tokenRequest });
    expect(checks.find(({ name }) => name === 'client_secret')).toMatchObject({
      status: 'unknown',
      detail: expect.stringMatching(/^Not checked: /),
    });
  });

  it('what an installation allows that does not exist', async () => {
    const other = await newExternalApp(platform);
    const checks = await checksOf(other, { url: other.authorizeUrl(['org.permission.customer']) });
    expect(checks.find(({ name }) => name === 'scope')).toMatchObject({
      status: 'unknown',
      detail: expect.stringMatching(/^Not checked/),
    });
  });
});
