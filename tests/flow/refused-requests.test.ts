import { apiCaller } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { OpenedStream } from '@app-platform/testing/http/event-stream';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

type Refused = {
  endpoint: string;
  error: string;
  reason: string;
  count: number;
  firstAt: string;
  lastAt: string;
  request: { url?: string; tokenRequest?: Record<string, string> } | null;
};

type Refusal = { attributes: Refused & { at: string } };

const SCOPES = ['org.permission.customer', 'offline_access'];

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ streams: { pollMilliseconds: 50 } });
});
afterAll(() => platform.close());

const pathOf = ({ name }: ExternalApp) => `/v1/apps/available/${name}/refused-requests`;

async function listOf(app: ExternalApp): Promise<Refused[]> {
  const { status, body } = await apiCaller(platform.baseUrl, app.apiKey)('GET', pathOf(app));
  expect(status).toBe(200);
  return body.data;
}

/** The entries of an app, once there are so many refusals in all. */
async function refusedOf(app: ExternalApp, count: number): Promise<Refused[]> {
  const sum = async () => (await listOf(app)).reduce((all, one) => all + one.count, 0);
  await until(`${count} refusals are listed`, 20_000, async () => (await sum()) === count);
  return listOf(app);
}

async function installedApp(): Promise<ExternalApp> {
  const app = await newExternalApp(platform);
  await app.install();
  return app;
}

const authorize = async (app: ExternalApp, change: (url: URL) => void) => {
  const url = new URL(app.authorizeUrl(SCOPES, 'state-that-is-not-kept'));
  change(url);
  const response = await fetch(url, { redirect: 'manual' });
  await response.body?.cancel();
};

const signIn = async (app: ExternalApp) => {
  const browser = new Browser();
  const page = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
  return { browser, page: await browser.submit(page, { email: app.email, password: PASSWORD }) };
};

describe('the refused requests of an app', () => {
  it('are in the log of the app: those that are kept, and others as they happen', async () => {
    const app = await installedApp();
    const refresh = { grant_type: 'refresh_token', refresh_token: 'unknown' };
    await app.token(refresh);
    await refusedOf(app, 1);
    const stream = await OpenedStream.open(
      `${platform.baseUrl}/v1/apps/available/${app.name}/events?types=refused_request`,
      { credential: app.apiKey },
    );
    const find = (error: string, count = 1) =>
      stream.find<Refusal>(({ attributes: one }) => one.error === error && one.count === count);
    const { data } = await find('invalid_grant');
    expect(data.attributes).toEqual({ at: data.attributes.lastAt, ...(await listOf(app))[0] });
    await app.token({ ...refresh, client_secret: 'wrong' });
    await find('invalid_client');
    await app.token(refresh);
    await find('invalid_grant', 2);
    stream.close();
  });

  it('are listed by reason, with a count, and without secrets, codes and state', async () => {
    const app = await installedApp();
    const refresh = { grant_type: 'refresh_token', refresh_token: 'refresh-token-not-kept' };
    for (const client_secret of ['wrong-secret-1', 'wrong-secret-2']) {
      await app.token({ ...refresh, client_secret });
    }
    await app.token(refresh);
    await authorize(app, ({ searchParams }) => searchParams.set('scope', 'secret-like-scope'));
    const refused = await refusedOf(app, 4);
    expect(refused.map(({ endpoint, error, reason, count }) => [endpoint, error, reason, count]))
      // The latest first.
      .toEqual([
        [
          'authorization',
          'invalid_scope',
          'a scope is a role or one of offline_access, openid, profile, email',
          1,
        ],
        ['token', 'invalid_grant', 'refresh token not found', 1],
        ['token', 'invalid_client', 'invalid secret provided', 2],
      ]);
    const { firstAt = '', lastAt = '', request } = refused[2] ?? {};
    expect(Date.parse(firstAt)).toBeLessThanOrEqual(Date.parse(lastAt));
    expect(request).toEqual({
      tokenRequest: { client_id: app.clientId, grant_type: 'refresh_token' },
    });
    const text = JSON.stringify(refused);
    for (const secret of ['wrong-secret', 'not-kept', app.clientSecret, app.email]) {
      expect(text).not.toContain(secret);
    }
  });

  it('tell a code that was used from an unknown one, which the answer does not', async () => {
    const app = await installedApp();
    const { browser, page } = await signIn(app);
    const { url } = await browser.submit(page, { decision: 'allow' });
    const code = url.searchParams.get('code') ?? '';
    const exchange = (one: string) =>
      app.token({ grant_type: 'authorization_code', code: one, redirect_uri: app.redirectUri });
    expect((await exchange(code)).status).toBe(200);
    const answers = [await exchange(code), await exchange('no-such-code')];
    expect(answers.map(({ body }) => body.error_description)).toEqual(
      Array(2).fill('grant request is invalid'),
    );
    const refused = await refusedOf(app, 2);
    expect(refused.map(({ reason }) => reason)).toEqual([
      'authorization code not found',
      'authorization code already consumed',
    ]);
  });

  it('name a missing installation, a redirect URI that differs, and a user who refuses', async () => {
    const app = await newExternalApp(platform);
    await authorize(app, () => {});
    await app.install();
    const different = `${app.redirectUri}/`;
    await authorize(app, ({ searchParams }) => searchParams.set('redirect_uri', different));
    const { browser, page } = await signIn(app);
    await browser.submit(page, { decision: 'deny' });
    const refused = await refusedOf(app, 3);
    expect(refused.map(({ error }) => error)).toEqual([
      'access_denied',
      'invalid_redirect_uri',
      'invalid_client',
    ]);
    expect(refused[2]?.reason).toBe('the app is not installed');
    const asked = new URL(refused[1]?.request?.url ?? '').searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      client_id: app.clientId,
      response_type: 'code',
      redirect_uri: different,
      scope: SCOPES.join(' '),
    });
  });

  it('are kept of apps that exist alone, however many client ids are tried', async () => {
    const app = await installedApp();
    for (const letter of '0123456789abcdef') {
      const unknown = letter.repeat(24);
      await authorize(app, ({ searchParams }) => searchParams.set('client_id', unknown));
      await app.token({ grant_type: 'refresh_token', refresh_token: 'any', client_id: unknown });
    }
    await app.token({ grant_type: 'refresh_token', refresh_token: 'unknown' });
    await refusedOf(app, 1);
    const clients = await platform.clientsOfRefusedRequests();
    expect(clients).toContain(app.clientId);
    expect(clients.filter((id) => /^(.)\1+$/.test(id))).toEqual([]);
  });

  it('are what the doctor takes', async () => {
    const app = await installedApp();
    const different = `${app.redirectUri}/`;
    await authorize(app, ({ searchParams }) => searchParams.set('redirect_uri', different));
    await app.token({ grant_type: 'refresh_token', refresh_token: 'unknown' });
    const call = apiCaller(platform.baseUrl, app.apiKey);
    for (const { request } of await refusedOf(app, 2)) {
      const { status, body } = await call('POST', '/v1/apps/doctor', request ?? {});
      expect(status).toBe(200);
      const failed = body.data.checks.filter(
        (check: { status: string }) => check.status === 'failed',
      );
      expect(failed.map(({ name }: { name: string }) => name)).toEqual(
        request?.url ? ['redirect_uri'] : [],
      );
    }
  });

  it('are read by the owner of the app alone, who needs the role', async () => {
    const [app, stranger] = [await installedApp(), await newExternalApp(platform)];
    const asStranger = apiCaller(platform.baseUrl, stranger.apiKey);
    expect((await asStranger('GET', pathOf(app))).status).toBe(404);
    const shared = await newExternalApp(platform, { visibility: 'public' });
    expect((await asStranger('GET', pathOf(shared))).status).toBe(403);
    const asOwner = apiCaller(platform.baseUrl, app.apiKey);
    const { body } = await asOwner('POST', '/v1/api-keys', {
      name: 'r',
      roles: ['org.permission'],
    });
    const asReader = apiCaller(platform.baseUrl, body.data.attributes.key);
    expect((await asReader('GET', pathOf(app))).status).toBe(403);
  });
});
