import { administrator } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { consoleClient, consoleToken } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const ME = '/v1/users/me';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ firstPartyRedirectUris: consoleClient });
});
afterAll(() => platform.close());

const readMe = (credential: string | undefined) => administrator(platform, credential)('GET', ME);

/** The app signs its user in. @returns the access token that it gets */
async function tokenOfApp(app: ExternalApp, scopes: string[]): Promise<string> {
  await app.install();
  const browser = new Browser();
  const signIn = await browser.open(app.authorizeUrl(scopes), platform.oauthUrl);
  const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  const arrived = await browser.submit(consent, { decision: 'allow' });
  const code = arrived.url.searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri };
  return String((await app.token(grant)).body.access_token);
}

describe('the signed-in user', () => {
  it('is answered to the console without a role that reads users, as administrators see it', async () => {
    const app = await newExternalApp(platform, { userRoles: ['org.permission'] });
    const token = await consoleToken(platform, app, 'org.permission.apps');
    const { status, body } = await readMe(token);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      type: 'user',
      id: await userOf(platform, app),
      attributes: { email: app.email, organizationId: app.organizationId, status: 'active' },
    });
    const call = administrator(platform, app.apiKey);
    expect(body).toEqual((await call('GET', `/v1/users/${body.data.id}`)).body);
    expect((await administrator(platform, token)('GET', `/v1/users/${body.data.id}`)).status).toBe(
      403,
    );
  });

  it('is read only, and `me` is the id of no user', async () => {
    const app = await newExternalApp(platform, { userRoles: ['org'] });
    const token = await consoleToken(platform, app, 'org.admin');
    for (const method of ['PATCH', 'DELETE']) {
      const { status, headers } = await administrator(platform, token)(method, ME);
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
    expect((await administrator(platform, app.apiKey)('POST', `${ME}/disable`)).status).toBe(400);
  });
});

describe('attack: a credential that is not the own one of a user asks who the user is', () => {
  it('401 without a credential', async () => {
    for (const credential of [undefined, 'nonsense']) {
      const { status, headers } = await readMe(credential);
      expect([status, headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(/^Bearer/),
      ]);
    }
  });

  it('403 for an API key, which belongs to no user', async () => {
    const { apiKey } = await newExternalApp(platform);
    const { status, body } = await readMe(apiKey);
    expect([status, body.errors[0].code]).toEqual([403, 'forbidden']);
    expect(body.errors[0].detail).toMatch(/^An API key .* Sign in to the console/);
  });

  it.each(['org.permission.customer', 'org.admin.users'])(
    '403 for the access token of an app with %s, which reads no user by id either',
    async (scope) => {
      const definition = { roles: [scope] };
      const app = await newExternalApp(platform, { userRoles: ['org'], definition });
      const token = await tokenOfApp(app, [scope]);
      const { status, body } = await readMe(token);
      expect([status, body.errors[0].code]).toEqual([403, 'forbidden']);
      expect(body.errors[0].detail).toMatch(/^An access token of an app .* Sign in to the console/);
      expect(JSON.stringify(body)).not.toContain(app.email);
      const one = `/v1/users/${await userOf(platform, app)}`;
      expect((await administrator(platform, token)('GET', one)).status).toBe(403);
    },
  );

  it.each([
    ['disabled', 'POST', '/disable'],
    ['deleted', 'DELETE', ''],
  ])('401 for a user who was %s, at once', async (_state, method, action) => {
    const app = await newExternalApp(platform, { userRoles: ['org.permission'] });
    const token = await consoleToken(platform, app, 'org.permission.apps');
    expect((await readMe(token)).status).toBe(200);
    const call = administrator(platform, app.apiKey);
    await call(method, `/v1/users/${await userOf(platform, app)}${action}`);
    const { status, body, headers } = await readMe(token);
    expect([status, body.errors[0].code]).toEqual([401, 'unauthorized']);
    expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
  });
});
