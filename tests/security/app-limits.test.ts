import { tokens as internalTokens } from '@app-platform/testing/credentials';
import { apiCaller, postJson } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const SCOPES = ['org.permission.customer', 'offline_access'];
let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const api = ({ apiKey }: ExternalApp) => apiCaller(platform.baseUrl, apiKey);
const pathOf = ({ name }: ExternalApp) => `/v1/apps/installed/${name}`;
const limit = (app: ExternalApp, body: object) => api(app)('PATCH', pathOf(app), body);

/** Authorizes in a new browser. @returns the code, or the page without one */
async function authorize(app: ExternalApp, email = app.email) {
  const browser = new Browser();
  const signIn = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
  let page = await browser.submit(signIn, { email, password: PASSWORD });
  if (page.html.includes('name="decision"')) {
    page = await browser.submit(page, { decision: 'allow' });
  }
  return { code: page.url.searchParams.get('code'), html: page.html };
}

async function refreshing() {
  const { app, tokens } = await authorizedApp(platform);
  let refreshToken = String(tokens.refresh_token);
  const refresh = async () => {
    const { status, body } = await app.token({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    });
    if (status === 200) refreshToken = String(body.refresh_token);
    return status === 200 ? 'issued' : String(body.error);
  };
  const accessToken = String(tokens.access_token);
  const call = apiCaller(platform.baseUrl, accessToken);
  const useToken = async () => (await call('GET', '/v1/me')).status;
  return { app, refresh, useToken, userId: String(decodeJwt(accessToken).sub) };
}

describe('attack: an app that the organization does not allow is used', () => {
  it('a block ends codes and tokens, and refuses the installation, until it ends', async () => {
    const { app, refresh } = await refreshing();
    const caller = api(app);
    const policy = (body: object) => caller('PATCH', '/v1/apps/policy', body);
    const { name } = app;
    expect((await policy({ blocked: [name] })).status).toBe(200);
    expect(await refresh()).toBe('invalid_client');
    const refused = await authorize(app);
    expect(refused.code).toBeNull();
    expect(refused.html).toContain('the policy of your organization does not allow the app');
    await policy({ blocked: [] });
    expect(await refresh()).toBe('issued');
    await policy({ blocked: [name] });
    await caller('DELETE', pathOf(app));
    const again = await caller('POST', '/v1/apps/installed', { app: name });
    expect([again.status, again.body.errors[0].code]).toEqual([409, 'app_not_allowed']);
    expect((await policy({ blocked: ['unknown_app'] })).status).toBe(404);
  });

  it.each([
    ['is blocked', { blocked: true }],
    ['is not listed', { allows: 'listed' }],
    ['is of an unverified organization', { allows: 'verified' }],
  ])(
    'an access token, which the registry has cached, is refused while its app %s',
    async (_what, {
      blocked,
      ...policy
    }: {
      blocked?: boolean;
      allows?: string;
    }) => {
      const { app, useToken } = await refreshing();
      const change = (body: object) => api(app)('PATCH', '/v1/apps/policy', body);
      for (let time = 0; time < 2; time += 1) {
        expect(await useToken()).toBe(200);
        await change({ ...policy, ...(blocked && { blocked: [app.name] }) });
        expect(await useToken()).toBe(401);
        await change({ allows: 'all', blocked: [] });
      }
      expect(await useToken()).toBe(200);
    },
  );

  it('is allowed where its publisher is verified', async () => {
    const { app, refresh, useToken } = await refreshing();
    await api(app)('PATCH', '/v1/apps/policy', { allows: 'verified' });
    expect(await refresh()).toBe('invalid_client');
    expect(await useToken()).toBe(401);
    const path = `/internal/organizations/${app.organizationId}`;
    const operator = apiCaller(platform.registryInternalUrl, platform.operatorToken);
    expect((await operator('PATCH', path, { verified: true })).status).toBe(200);
    expect(await refresh()).toBe('issued');
    expect(await useToken()).toBe(200);
    await operator('PATCH', path, { verified: false });
    expect(await useToken()).toBe(401);
    await operator('PATCH', path, { verified: true });
    await api(app)('PATCH', '/v1/apps/policy', { allows: 'listed' });
    expect(await refresh()).toBe('invalid_client');
    await api(app)('PATCH', '/v1/apps/policy', { listed: [app.name] });
    expect(await refresh()).toBe('issued');
  });
});

describe('attack: a person whom an administrator has shut out uses an app', () => {
  it('a limit to a role that the person lacks ends refreshes and codes, until it is lifted', async () => {
    const { app, refresh } = await refreshing();
    expect(await refresh()).toBe('issued');
    const { status, body } = await limit(app, { roles: ['org.admin.users'] });
    expect([status, body.data.attributes.limit]).toEqual([
      200,
      { users: [], roles: ['org.admin.users'] },
    ]);
    expect(await refresh()).toBe('invalid_grant');
    const refused = await authorize(app);
    expect(refused.code).toBeNull();
    expect(refused.html).toContain('org.admin.users');
    for (const lifted of [{ roles: null }, { roles: [] }]) {
      await limit(app, { roles: ['org.admin.users'] });
      expect((await limit(app, lifted)).body.data.attributes.limit).toBeNull();
      expect(await refresh()).toBe('issued');
    }
    expect((await authorize(app)).code).not.toBeNull();
  });

  it('lets in who holds a role that includes it, and who is named', async () => {
    const { app, refresh, userId } = await refreshing();
    await limit(app, { roles: ['org.permission.customer.read'] });
    expect(await refresh()).toBe('issued');
    await limit(app, { users: [userId], roles: ['org.admin.users'] });
    expect(await refresh()).toBe('issued');
    const email = `outside-${userId}@example.com`;
    await postJson(`${platform.oauthInternalUrl}/internal/accounts`, internalTokens.operatorToken, {
      organizationId: app.organizationId,
      email,
      password: PASSWORD,
      roles: ['org.permission'],
    });
    const refused = await authorize(app, email);
    expect(refused.code).toBeNull();
    expect(refused.html).toContain(app.email);
    expect((await authorize(app)).code).not.toBeNull();
  });

  it('a limit that is set between the code and its exchange, or while the page is open, holds', async () => {
    const { app } = await refreshing();
    const { code } = await authorize(app);
    const browser = new Browser();
    const scopes = [...SCOPES, 'org.permission.customer.read'];
    const signIn = await browser.open(
      `${app.authorizeUrl(scopes)}&prompt=consent`,
      platform.oauthUrl,
    );
    const open = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    expect(open.html).toContain('value="allow"');
    await limit(app, { roles: ['org.admin.users'] });
    const exchange = { grant_type: 'authorization_code', redirect_uri: app.redirectUri };
    const exchanged = await app.token({ ...exchange, code: code ?? '' });
    expect([exchanged.status, exchanged.body.error]).toEqual([400, 'invalid_grant']);
    const allowed = await browser.submit(open, { decision: 'allow' });
    expect(allowed.url.searchParams.has('code')).toBe(false);
    expect(allowed.html).toContain('You may not use this app');
  });

  it('the limit is in the list, outlives an upgrade and a restoration, and is audited once', async () => {
    const { app, userId } = await refreshing();
    const caller = api(app);
    for (let time = 0; time < 2; time += 1) await limit(app, { users: [userId] });
    await caller('DELETE', pathOf(app));
    await caller('POST', `${pathOf(app)}/restore`, {});
    const { body } = await caller('GET', '/v1/apps/installed');
    expect(body.data[0].attributes.limit).toEqual({ users: [userId], roles: [] });
    const audit = await caller('GET', '/v1/audit?filter[action]=installation.limited');
    expect(audit.body.data).toHaveLength(1);
    expect(audit.body.data[0].attributes).toMatchObject({
      before: { limit: null },
      after: { limit: { users: [userId], roles: [] } },
    });
  });

  it('refuses what is no limit, and who may not set one', async () => {
    const { app } = await authorizedApp(platform);
    const tooMany = Array.from({ length: 17 }, (_, index) => `org.role${index}`);
    const wrong = [{ users: ['ann'] }, { roles: ['admin'] }, { users: 'all' }, { user: [] }];
    for (const body of [...wrong, { roles: tooMany }]) {
      expect((await limit(app, body)).status).toBe(400);
    }
    const other = await newExternalApp(platform);
    expect((await api(other)('PATCH', pathOf(app), { roles: null })).status).toBe(404);
    const { body } = await api(app)('POST', '/v1/api-keys', { roles: ['org.permission.apps'] });
    const reader = apiCaller(platform.baseUrl, body.data.attributes.key);
    expect((await reader('PATCH', pathOf(app), { roles: null })).status).toBe(403);
  });
});
