import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const SCOPES = ['org.permission.customer', 'org.permission.apps', 'offline_access'];
let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** Signs in, allows, and answers what arrives at the redirect URI. */
async function authorize(app: ExternalApp, scopes = SCOPES): Promise<URLSearchParams> {
  const browser = new Browser();
  const signIn = await browser.open(app.authorizeUrl(scopes), platform.oauthUrl);
  const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  const arrived = await browser.submit(consent, { decision: 'allow' });
  expect(arrived.url.href).toMatch(app.redirectUri);
  return arrived.url.searchParams;
}

async function exchange(app: ExternalApp, scopes = SCOPES) {
  const code = (await authorize(app, scopes)).get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri };
  return app.token(grant);
}

const refresh = (app: ExternalApp, token: unknown) =>
  app.token({ grant_type: 'refresh_token', refresh_token: String(token) });

describe('the authorization code flow, as the specification writes it', () => {
  it('signs in, asks for consent, returns code and state, and exchanges the code', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const browser = new Browser();
    const signIn = await browser.open(app.authorizeUrl(SCOPES, 'a b&c'), platform.oauthUrl);
    expect(signIn.html).toContain('name="password"');
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    expect(consent.html).toContain('Order &lt;Tracker&gt;');
    expect(consent.html).toContain('https://app.example.com');
    const arrived = await browser.submit(consent, { decision: 'allow' });
    expect(arrived.url.searchParams.get('state')).toBe('a b&c');
    const { status, body } = await app.token({
      grant_type: 'authorization_code',
      code: arrived.url.searchParams.get('code') ?? '',
      redirect_uri: app.redirectUri,
    });
    expect([status, body]).toEqual([
      200,
      {
        scope: SCOPES.join(' '),
        token_type: 'bearer',
        access_token: expect.any(String),
        expires_in: 86_400,
        refresh_token: expect.any(String),
      },
    ]);
  });

  it('gives no refresh token without offline_access', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const { body } = await exchange(app, ['org.permission.customer']);
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
  });

  it('refreshes to a new access token and a new refresh token, on and on', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    let { body } = await exchange(app);
    for (let round = 0; round < 3; round += 1) {
      const before = body;
      const answer = await refresh(app, before.refresh_token);
      expect(answer.status).toBe(200);
      body = answer.body;
      expect(body.refresh_token).not.toBe(before.refresh_token);
      expect(body.access_token).not.toBe(before.access_token);
      expect(body).toMatchObject({
        scope: SCOPES.join(' '),
        token_type: 'bearer',
        expires_in: 86_400,
      });
    }
  });

  it('accepts %2B between scopes', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const { body } = await exchange(app, [SCOPES.join('%2B')]);
    expect(body.scope).toBe(SCOPES.join(' '));
  });

  it('does not ask again for what was granted before, and asks for what is new', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const browser = new Browser();
    const signIn = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    await browser.submit(consent, { decision: 'allow' });
    const again = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    expect(again.url.searchParams.get('code')).toBeTruthy();
    const more = [...SCOPES, 'org.permission.conversation'];
    const asked = await browser.open(app.authorizeUrl(more), platform.oauthUrl);
    expect(asked.html).toMatch(/Read and change your conversations <span class="badge good">new</);
  });

  it('grants no role that the user does not have, and says so', async () => {
    const app = await newExternalApp(platform, { userRoles: ['org.permission.customer'] });
    await app.install();
    const { body } = await exchange(app);
    expect(body.scope).toBe('org.permission.customer offline_access');
  });

  it('returns access_denied when the user refuses', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const browser = new Browser();
    const signIn = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const arrived = await browser.submit(consent, { decision: 'deny' });
    expect(arrived.url.searchParams.get('error')).toBe('access_denied');
  });

  it('accepts a pushed authorization request (RFC 9126), offline_access included', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const pushed = await fetch(`${platform.oauthUrl}/oauth/par`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        client_id: app.clientId,
        client_secret: app.clientSecret,
        response_type: 'code',
        redirect_uri: app.redirectUri,
        scope: SCOPES.join(' '),
      }).toString(),
    });
    const { request_uri: requestUri } = (await pushed.json()) as { request_uri: string };
    const query = new URLSearchParams({ client_id: app.clientId, request_uri: requestUri });
    const browser = new Browser();
    const address = `${platform.oauthUrl}/oauth/authorize?${query}`;
    const signIn = await browser.open(address, platform.oauthUrl);
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const arrived = await browser.submit(consent, { decision: 'allow' });
    const code = arrived.url.searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri };
    expect((await app.token(grant)).body.scope).toBe(SCOPES.join(' '));
  });

  it('refuses scopes that the platform does not know', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const page = await new Browser().open(app.authorizeUrl(['address']), platform.oauthUrl);
    expect([page.status, page.html]).toEqual([400, expect.stringContaining('invalid_scope')]);
  });
});

describe('an app that is not installed', () => {
  it('400 invalid_client at authorize, and at token', async () => {
    const app = await newExternalApp(platform);
    const page = await new Browser().open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    expect(page.status).toBe(400);
    expect(page.html).toContain('invalid_client');
    const { status, body } = await refresh(app, 'anything');
    expect([status, body.error]).toEqual([400, 'invalid_client']);
  });

  it('400 invalid_client at the next refresh after it was uninstalled', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const { body } = await exchange(app);
    await app.uninstall();
    const refused = await refresh(app, body.refresh_token);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_client']);
  });
});

describe('refresh tokens', () => {
  it('a retry of the token before gets the same successor, sent at once or one after the other', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const { body } = await exchange(app);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refresh(app, body.refresh_token)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const late = await refresh(app, body.refresh_token);
    const tokens = [...answers, late].map((answer) => answer.body.refresh_token);
    expect(new Set(tokens).size).toBe(1);
  });

  it('a stolen token: reuse after its successor was used revokes the whole family', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const first = (await exchange(app)).body;
    const second = (await refresh(app, first.refresh_token)).body;
    const third = (await refresh(app, second.refresh_token)).body;
    const thief = await refresh(app, first.refresh_token);
    expect([thief.status, thief.body.error]).toEqual([400, 'invalid_grant']);
    const owner = await refresh(app, third.refresh_token);
    expect([owner.status, owner.body.error]).toEqual([400, 'invalid_grant']);
  });

  it('parallel refreshes of one token within 76 s get the same successor, an older token revokes', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const first = (await exchange(app)).body;
    const successors = new Set<unknown>();
    for (const seconds of [0, 11, 33, 76]) {
      platform.now.value = () => new Date(Date.now() + seconds * 1_000);
      const answers = await Promise.all([1, 2, 3].map(() => refresh(app, first.refresh_token)));
      for (const { status, body } of answers) successors.add(status === 200 && body.refresh_token);
    }
    expect([...successors]).toEqual([expect.any(String)]);
    const [second] = successors;
    const third = (await refresh(app, second)).body;
    const older = await refresh(app, first.refresh_token);
    const newest = await refresh(app, third.refresh_token);
    expect([older.status, newest.status]).toEqual([400, 400]);
    platform.now.value = () => new Date();
  });

  it('a retry after the grace revokes the family', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const first = (await exchange(app)).body;
    const second = (await refresh(app, first.refresh_token)).body;
    platform.now.value = () => new Date(Date.now() + 121_000);
    expect((await refresh(app, first.refresh_token)).status).toBe(400);
    expect((await refresh(app, second.refresh_token)).status).toBe(400);
    platform.now.value = () => new Date();
  });
});

describe('code replay', () => {
  it('one exchange succeeds of four at once, and the replay revokes what it issued', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const code = (await authorize(app)).get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri };
    const answers = await Promise.all(Array.from({ length: 4 }, () => app.token(grant)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const issued = answers.find(({ status }) => status === 200);
    const refused = await refresh(app, issued?.body.refresh_token);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
  });
});

describe('client secrets', () => {
  it('401 invalid_client for a wrong one, and a new one counts at once', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const { body } = await exchange(app);
    const fields = { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) };
    const wrong = await app.token({ ...fields, client_secret: 'wrong' });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
    const rotated = await fetch(`${platform.baseUrl}/v1/apps/available/${app.name}/secret`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.apiKey}` },
    });
    const { data } = (await rotated.json()) as { data: { attributes: { clientSecret: string } } };
    expect((await app.token(fields)).status).toBe(401);
    const { clientSecret } = data.attributes;
    expect((await app.token({ ...fields, client_secret: clientSecret })).status).toBe(200);
  });

  it.each([
    ['NUL', 'a\0b'],
    ['a control character', 'a\nb'],
    ['a character beyond ASCII', 'é'],
    ['2,000 characters', 'x'.repeat(2_000)],
  ])('401 invalid_client for one that no secret looks like: %s', async (_, client_secret) => {
    const app = await newExternalApp(platform);
    await app.install();
    const fields = { grant_type: 'refresh_token', refresh_token: 'any', client_secret };
    const { status, body } = await app.token(fields);
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });
});
