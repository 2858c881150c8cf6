import { administrator } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { consoleClient, consoleToken } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const CUT_OFF_MILLISECONDS = 2_000;

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ firstPartyRedirectUris: consoleClient });
});
afterAll(() => platform.close());

async function authorized() {
  const { app, tokens } = await authorizedApp(platform);
  const call = administrator(platform, app.apiKey);
  return { app, tokens, call, userId: await userOf(platform, app) };
}

async function statusAtRegistry(token: unknown): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${platform.baseUrl}/v1/me`, { headers })).status;
}

async function refusedAtRegistry(token: unknown): Promise<void> {
  await until('the registry refuses the token', CUT_OFF_MILLISECONDS, async () => {
    return (await statusAtRegistry(token)) === 401;
  });
}

async function isActive(
  { clientId: client_id, clientSecret: client_secret }: ExternalApp,
  token: unknown,
): Promise<unknown> {
  const body = new URLSearchParams({ client_id, client_secret, token: String(token) });
  const response = await fetch(`${platform.oauthUrl}/oauth/introspect`, { method: 'POST', body });
  return ((await response.json()) as { active: unknown }).active;
}

/** The user is asked again, and allows the app. @returns the tokens */
async function allowAgain(app: ExternalApp): Promise<Record<string, unknown>> {
  const browser = new Browser();
  const scopes = ['org.permission.customer', 'offline_access'];
  const signIn = await browser.open(app.authorizeUrl(scopes), platform.oauthUrl);
  const page = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  expect(page.html).toContain('value="allow"');
  const arrived = await browser.submit(page, { decision: 'allow' });
  const { body } = await app.token({
    grant_type: 'authorization_code',
    code: arrived.url.searchParams.get('code') ?? '',
    redirect_uri: app.redirectUri,
  });
  return body;
}

describe('the grants of an organization', () => {
  it('are listed with user, app, scope and last use', async () => {
    const { app, tokens, call, userId } = await authorized();
    const { body } = await call('GET', '/v1/grants');
    const [grant] = body.data;
    expect(body.data).toHaveLength(1);
    expect(grant.attributes).toMatchObject({
      user: { id: userId, email: app.email },
      app: { name: app.name, title: 'Order <Tracker>' },
      clientId: app.clientId,
      scopes: String(tokens.scope).split(' '),
    });
    const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    expect((await app.token(refresh)).status).toBe(200);
    const [later] = (await call('GET', `/v1/grants?app=${app.name}`)).body.data;
    expect(Date.parse(later.attributes.lastUsedAt)).toBeGreaterThan(
      Date.parse(grant.attributes.lastUsedAt),
    );
    const shortName = app.name.replace(`_${app.organizationId}`, '');
    expect(
      (await call('GET', `/v1/grants?app=${shortName}&user=${userId}`)).body.data,
    ).toHaveLength(1);
    expect((await call('GET', `/v1/grants?user=${crypto.randomUUID()}`)).body.data).toEqual([]);
    expect((await call('GET', '/v1/grants?app=nothing')).status).toBe(404);
  });

  it('an app that was allowed is listed by administrators and by its user alike, and not as used before it is', async () => {
    const { app, call, userId } = await authorized();
    await call('DELETE', `/v1/grants?user=${userId}`);
    let browser = new Browser();
    const openApps = () => browser.open(`${platform.oauthUrl}/account/apps`, platform.oauthUrl);
    const listed = async () => (await call('GET', `/v1/grants?user=${userId}&kind=app`)).body.data;
    const signIn = await browser.open(
      app.authorizeUrl(['org.permission.customer']),
      platform.oauthUrl,
    );
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    await browser.submit(consent, { decision: 'allow' });
    const [unused] = await listed();
    expect(unused.attributes).toMatchObject({ clientId: app.clientId, lastUsedAt: null });
    expect((await openApps()).html).toContain('Order &lt;Tracker&gt;');
    // The grant expires. The app needs no new consent for another one.
    const twoDays = 2 * 86_400_000;
    platform.now.value = () => new Date(Date.now() + twoDays);
    const [consented] = await listed();
    expect(consented.attributes).toMatchObject({
      ...{ scopes: ['org.permission.customer'], resource: 'api', lastUsedAt: null },
      grantedAt: unused.attributes.grantedAt,
    });
    // The session of the first browser may have expired: Redis has a clock of its own.
    browser = new Browser();
    await browser.submit(await openApps(), { email: app.email, password: PASSWORD });
    expect((await openApps()).html).toContain('Order &lt;Tracker&gt;');
    expect((await call('DELETE', `/v1/grants/${consented.id}`)).status).toBe(204);
    expect(await listed()).toEqual([]);
    expect((await openApps()).html).toContain('No app has access');
    platform.now.value = () => new Date();
  });

  it('are listed page by page', async () => {
    const { app, call } = await authorized();
    // A second grant of the same user.
    const browser = new Browser();
    const more = ['org.permission.customer', 'org.permission.message'];
    const signIn = await browser.open(app.authorizeUrl(more), platform.oauthUrl);
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    await browser.submit(consent, { decision: 'allow' });
    const first = (await call('GET', '/v1/grants?page[size]=1')).body;
    const { after } = first.meta.page;
    const second = (await call('GET', `/v1/grants?page[size]=1&page[after]=${after}`)).body;
    expect(second.meta.page.after).toBeNull();
    const ids = [first, second].map(({ data }) => data[0].id);
    const all = (await call('GET', '/v1/grants')).body.data;
    expect(all.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  /** Three sign-ins to the console beside a grant to an app. */
  async function signedInToConsole() {
    const authorization = await authorized();
    const { app, call } = authorization;
    for (let signIns = 0; signIns < 3; signIns += 1) {
      await consoleToken(platform, app, 'org.permission.apps');
    }
    const clientsOf = async (query: string): Promise<string[]> => {
      const { body } = await call('GET', `/v1/grants?${query}`);
      return body.data.map(({ attributes }: { attributes: { clientId: string } }) => {
        return attributes.clientId;
      });
    };
    return { ...authorization, clientsOf };
  }

  it('are listed for apps alone, or for sign-ins to the platform alone', async () => {
    const { app, call, clientsOf } = await signedInToConsole();
    expect(await clientsOf('')).toHaveLength(4);
    expect(await clientsOf('kind=app')).toEqual([app.clientId]);
    expect(await clientsOf('kind=first_party')).toEqual(['console', 'console', 'console']);
    expect(await clientsOf(`client=${app.clientId}`)).toEqual([app.clientId]);
    expect(await clientsOf(`client=${app.clientId}&kind=first_party`)).toEqual([]);
    const page = (await call('GET', '/v1/grants?kind=app&page[size]=1')).body;
    expect(page.meta.page.after).toBeNull();
    const query = `client=${app.clientId}&app=${app.name}`;
    const { status, body } = await call('GET', `/v1/grants?${query}`);
    expect([status, body.errors[0].source]).toEqual([400, { parameter: 'client' }]);
  });

  it('end for apps alone, or for sign-ins alone, with the consents to them', async () => {
    const { app, call, userId, clientsOf } = await signedInToConsole();
    const end = (query: string) => call('DELETE', `/v1/grants?user=${userId}&${query}`);
    expect((await end('kind=first_party')).body.meta.ended).toBe(3);
    expect(await clientsOf('')).toEqual([app.clientId]);
    const browser = new Browser();
    const opened = await browser.open(
      app.authorizeUrl(['org.permission.customer']),
      platform.oauthUrl,
    );
    const remembered = await browser.submit(opened, { email: app.email, password: PASSWORD });
    expect(remembered.url.searchParams.get('code')).not.toBeNull();
    await consoleToken(platform, app, 'org.permission.apps');
    expect((await end('kind=app')).body.meta.ended).toBeGreaterThan(0);
    expect(await clientsOf('')).toEqual(['console']);
    expect((await end('client=console')).body.meta.ended).toBe(1);
    const again = await browser.open(
      app.authorizeUrl(['org.permission.customer']),
      platform.oauthUrl,
    );
    expect(again.html).toContain('value="allow"');
  });

  type Ending = (call: Awaited<ReturnType<typeof authorized>>) => Promise<{ status: number }>;
  const endings: [string, Ending][] = [
    [
      'one by its id',
      async ({ call }) =>
        call('DELETE', `/v1/grants/${(await call('GET', '/v1/grants')).body.data[0].id}`),
    ],
    ['all of a user', ({ call, userId }) => call('DELETE', `/v1/grants?user=${userId}`)],
    ['all of an app', ({ call, app }) => call('DELETE', `/v1/grants?app=${app.name}`)],
    [
      'all of a user to an app',
      ({ call, app, userId }) => call('DELETE', `/v1/grants?app=${app.name}&user=${userId}`),
    ],
    ['all to apps', ({ call, userId }) => call('DELETE', `/v1/grants?user=${userId}&kind=app`)],
  ];

  it.each(endings)('end, %s, within two seconds, and users are asked again', async (_name, end) => {
    const authorization = await authorized();
    const { app, tokens, call } = authorization;
    const { status } = await end(authorization);
    expect([200, 204]).toContain(status);
    await refusedAtRegistry(tokens.access_token);
    const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    expect((await app.token(refresh)).status).toBe(400);
    // A parameter that nobody knows has it answered by oidc-provider.
    expect((await app.token({ ...refresh, a_parameter_that_nobody_knows: 'x' })).status).toBe(400);
    expect(await isActive(app, tokens.access_token)).toBe(false);
    expect(await isActive(app, tokens.refresh_token)).toBe(false);
    expect((await call('GET', '/v1/grants')).body.data).toEqual([]);
    const events = (await platform.auditEvents()).filter(({ action }) =>
      ['grant.revoked', 'user_grants.revoked', 'app_grants.revoked'].includes(action),
    );
    expect(events.at(-1)).toMatchObject({
      actorType: 'api_key',
      organizationId: app.organizationId,
    });

    const later = await allowAgain(app);
    expect(await statusAtRegistry(later.access_token)).toBe(200);
    const again = { grant_type: 'refresh_token', refresh_token: String(later.refresh_token) };
    const refreshed = [await app.token(again), await app.token({ ...again, unknown: 'x' })];
    for (const { status, body } of refreshed) {
      expect(status).toBe(200);
      expect(await isActive(app, body.access_token)).toBe(true);
      expect(await statusAtRegistry(body.access_token)).toBe(200);
    }
  });

  it('attack: a refresh at the same instant leaves no token that lives', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { app, tokens, call } = await authorized();
      const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
      const [{ body }] = await Promise.all([
        app.token(refresh),
        call('DELETE', `/v1/grants?app=${app.name}`),
      ]);
      if (body.access_token === undefined) continue;
      await refusedAtRegistry(body.access_token);
      expect(await isActive(app, body.access_token)).toBe(false);
    }
  });

  it('end with the consents of users who have no grant now, who are asked again', async () => {
    const { app, tokens, call } = await authorized();
    const { clientId: client_id, clientSecret: client_secret } = app;
    const body = new URLSearchParams({
      client_id,
      client_secret,
      token: `${tokens.refresh_token}`,
    });
    await fetch(`${platform.oauthUrl}/oauth/revoke`, { method: 'POST', body });
    const left = (await call('GET', '/v1/grants')).body.data;
    expect(left).toMatchObject([{ attributes: { clientId: client_id, lastUsedAt: null } }]);
    const ended = await call('DELETE', `/v1/grants?app=${app.name}`);
    expect(ended.body.meta.ended).toBe(1);
    const address = app.authorizeUrl(['org.permission.customer']);
    const browser = new Browser();
    const signIn = await browser.open(address, platform.oauthUrl);
    const page = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    expect(page.html).toContain('value="allow"');
  });

  it('a consent that is ended ends also the grant that its user gave since it was listed', async () => {
    const { app, tokens, call } = await authorized();
    const { clientId: client_id, clientSecret: client_secret } = app;
    const revoked = { client_id, client_secret, token: `${tokens.refresh_token}` };
    const body = new URLSearchParams(revoked);
    await fetch(`${platform.oauthUrl}/oauth/revoke`, { method: 'POST', body });
    const [{ id }] = (await call('GET', '/v1/grants')).body.data;
    const browser = new Browser();
    const address = app.authorizeUrl(['org.permission.customer', 'offline_access']);
    const signIn = await browser.open(address, platform.oauthUrl);
    const arrived = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const later = await app.token({
      grant_type: 'authorization_code',
      code: arrived.url.searchParams.get('code') ?? '',
      redirect_uri: app.redirectUri,
    });
    expect(later.status).toBe(200);
    expect((await call('DELETE', `/v1/grants/${id}`)).status).toBe(204);
    expect((await call('DELETE', `/v1/grants/${id}`)).status).toBe(404);
    const refresh_token = String(later.body.refresh_token);
    const refreshed = await app.token({ grant_type: 'refresh_token', refresh_token });
    expect(refreshed.status).toBe(400);
    await refusedAtRegistry(later.body.access_token);
    expect((await call('GET', '/v1/grants')).body.data).toEqual([]);
  });

  it("attack: another organization's grant is not found, and stays", async () => {
    const { tokens, app, call } = await authorized();
    const stranger = await authorized();
    const [{ id }] = (await call('GET', '/v1/grants')).body.data;
    expect((await stranger.call('DELETE', `/v1/grants/${id}`)).status).toBe(404);
    const userId = await userOf(platform, app);
    const ended = await stranger.call('DELETE', `/v1/grants?user=${userId}`);
    expect(ended.body.meta.ended).toBe(0);
    expect((await stranger.call('DELETE', `/v1/grants?app=${app.name}`)).status).toBe(404);
    const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    expect((await app.token(refresh)).status).toBe(200);
  });
});
