import { administrator } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

/** The promise: everything is refused that long after the answer. */
const CUT_OFF_MILLISECONDS = 2_000;
const SCOPES = ['org.permission.customer', 'org.permission.apps', 'offline_access'];

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

type Call = ReturnType<typeof administrator>;

/** An app with tokens of a user who is not the last administrator, and the user's browser. */
async function authorized() {
  const { app, tokens } = await authorizedApp(platform);
  const call = administrator(platform, app.apiKey);
  const userId = await userOf(platform, app);
  const browser = new Browser();
  const page = await browser.open(`${platform.oauthUrl}/account/apps`, platform.oauthUrl);
  await browser.submit(page, { email: app.email, password: PASSWORD });
  const isSignedIn = async () => {
    const { html } = await browser.open(`${platform.oauthUrl}/account/apps`, platform.oauthUrl);
    return html.includes('Apps with access');
  };
  expect(await isSignedIn()).toBe(true);
  expect(await statusAtRegistry(tokens.access_token)).toBe(200);
  return { app, tokens, call, userId, isSignedIn };
}

async function statusAtRegistry(token: unknown): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${platform.baseUrl}/v1/me`, { headers })).status;
}

async function isActive(app: ExternalApp, token: unknown): Promise<boolean> {
  const response = await fetch(`${platform.oauthUrl}/oauth/introspect`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_id: app.clientId,
      client_secret: app.clientSecret,
      token: String(token),
    }).toString(),
  });
  return ((await response.json()) as { active: boolean }).active;
}

const refresh = (app: ExternalApp, token: unknown) =>
  app.token({ grant_type: 'refresh_token', refresh_token: String(token) });

async function refusedAtRegistry(token: unknown): Promise<void> {
  await until(
    'the registry refuses the token',
    CUT_OFF_MILLISECONDS,
    async () => (await statusAtRegistry(token)) === 401,
  );
}

const password = 'another long password';
const cutOffs: [string, (call: Call, userId: string) => Promise<{ status: number }>][] = [
  ['disabled', (call, id) => call('POST', `/v1/users/${id}/disable`)],
  ['deleted', (call, id) => call('DELETE', `/v1/users/${id}`)],
  ['given a new password', (call, id) => call('PATCH', `/v1/users/${id}`, { password })],
];

describe.each(cutOffs)('a user who is %s', (_name, cutOff) => {
  it('loses browser sessions, refresh tokens and access tokens within two seconds', async () => {
    const { app, tokens, call, userId, isSignedIn } = await authorized();
    expect([200, 204]).toContain((await cutOff(call, userId)).status);
    await refusedAtRegistry(tokens.access_token);
    expect(await isActive(app, tokens.access_token)).toBe(false);
    expect(await isActive(app, tokens.refresh_token)).toBe(false);
    const refused = await refresh(app, tokens.refresh_token);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    expect(await isSignedIn()).toBe(false);
  });

  it('does not get a code on a consent page that was open', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const call = administrator(platform, app.apiKey);
    const browser = new Browser();
    const signIn = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    expect([200, 204]).toContain((await cutOff(call, await userOf(platform, app))).status);
    const answer = await browser.submit(consent, { decision: 'allow' });
    expect(answer.url.searchParams.has('code')).toBe(false);
    expect(answer.status).toBeLessThan(500);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });

  it('does not exchange a code that was issued before', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const browser = new Browser();
    const signIn = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const arrived = await browser.submit(consent, { decision: 'allow' });
    await cutOff(administrator(platform, app.apiKey), await userOf(platform, app));
    const { status } = await app.token({
      grant_type: 'authorization_code',
      code: arrived.url.searchParams.get('code') ?? '',
      redirect_uri: app.redirectUri,
    });
    expect(status).toBe(400);
  });
});

describe('a disabled user', () => {
  it('cannot sign in, and learns why after the right password alone, until enabled again', async () => {
    const { app, tokens, call, userId } = await authorized();
    await call('POST', `/v1/users/${userId}/disable`);
    const browser = new Browser();
    const signIn = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    const refused = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('This account is disabled.');
    const wrong = await browser.submit(refused, { email: app.email, password: 'not it' });
    expect(wrong.html).not.toContain('disabled.');
    await call('POST', `/v1/users/${userId}/enable`);
    const arrived = await browser.submit(wrong, { email: app.email, password: PASSWORD });
    expect(arrived.url.searchParams.has('code')).toBe(true);
    await refusedAtRegistry(tokens.access_token);
    expect((await refresh(app, tokens.refresh_token)).status).toBe(400);
  });

  it('attack: a refresh at the same instant leaves no token that lives', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { app, tokens, call, userId } = await authorized();
      const [refreshed] = await Promise.all([
        refresh(app, tokens.refresh_token),
        call('POST', `/v1/users/${userId}/disable`),
      ]);
      if (refreshed.status === 200) await refusedAtRegistry(refreshed.body.access_token);
      const later = refreshed.body.refresh_token ?? tokens.refresh_token;
      await call('POST', `/v1/users/${userId}/enable`);
      expect((await refresh(app, later)).status).toBe(400);
    }
  });
});

describe('a removed role', () => {
  it('ends the access tokens that have it, and a refresh grants what is left', async () => {
    const { app, tokens, call, userId } = await authorized();
    const change = { roles: ['org.permission.customer'] };
    expect((await call('PATCH', `/v1/users/${userId}`, change)).status).toBe(200);
    await refusedAtRegistry(tokens.access_token);
    expect(await isActive(app, tokens.access_token)).toBe(false);
    const { status, body } = await refresh(app, tokens.refresh_token);
    expect([status, body.scope]).toEqual([200, 'org.permission.customer offline_access']);
    expect(await statusAtRegistry(body.access_token)).toBe(200);
    expect(await isActive(app, body.access_token)).toBe(true);
    // A role that comes back does not bring the token back.
    await call('PATCH', `/v1/users/${userId}`, { roles: ['org.permission'] });
    expect(await statusAtRegistry(tokens.access_token)).toBe(401);
    expect(await statusAtRegistry(body.access_token)).toBe(200);
  });

  it('leaves the tokens alone that do not have it', async () => {
    const { app, tokens, call, userId } = await authorized();
    const change = { roles: ['org.permission.customer', 'org.permission.apps'] };
    expect((await call('PATCH', `/v1/users/${userId}`, change)).status).toBe(200);
    const other = await authorized();
    await other.call('POST', `/v1/users/${other.userId}/disable`);
    await refusedAtRegistry(other.tokens.access_token);
    // The registry has read the feed since.
    expect(await statusAtRegistry(tokens.access_token)).toBe(200);
    expect(await isActive(app, tokens.access_token)).toBe(true);
  });
});
