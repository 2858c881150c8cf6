import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../faults/patience.ts';
import { administrator, userOf } from '../flow/administrator.ts';
import { authorizedApp } from '../flow/authorized-app.ts';
import { Browser } from '../flow/browser.ts';
import { PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';

const CUT_OFF_MILLISECONDS = 2_000;

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

async function authorized() {
  const { app, tokens } = await authorizedApp(platform);
  const call = administrator(platform, app.apiKey);
  return { app, tokens, call, userId: await userOf(platform, app) };
}

async function refusedAtRegistry(token: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await until('the registry refuses the token', CUT_OFF_MILLISECONDS, async () => {
    return (await fetch(`${platform.baseUrl}/v1/me`, { headers })).status === 401;
  });
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

  type Ending = (call: Awaited<ReturnType<typeof authorized>>) => Promise<{ status: number }>;
  const endings: [string, Ending][] = [
    [
      'one by its id',
      async ({ call }) =>
        call('DELETE', `/v1/grants/${(await call('GET', '/v1/grants')).body.data[0].id}`),
    ],
    ['all of a user', ({ call, userId }) => call('DELETE', `/v1/grants?user=${userId}`)],
    ['all of an app', ({ call, app }) => call('DELETE', `/v1/grants?app=${app.name}`)],
  ];

  it.each(endings)('end, %s, within two seconds, and users are asked again', async (_name, end) => {
    const authorization = await authorized();
    const { app, tokens, call } = authorization;
    const { status } = await end(authorization);
    expect([200, 204]).toContain(status);
    await refusedAtRegistry(tokens.access_token);
    const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    expect((await app.token(refresh)).status).toBe(400);
    expect((await call('GET', '/v1/grants')).body.data).toEqual([]);
    const browser = new Browser();
    const signIn = await browser.open(
      app.authorizeUrl(['org.permission.customer']),
      platform.oauthUrl,
    );
    const page = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    expect(page.html).toContain('value="allow"');
    const events = (await platform.auditEvents()).filter(
      ({ action }) => action === 'grant.revoked',
    );
    expect(events.at(-1)).toMatchObject({
      actorType: 'api_key',
      organizationId: app.organizationId,
    });
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
