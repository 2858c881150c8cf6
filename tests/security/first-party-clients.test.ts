import { createHash, randomBytes } from 'node:crypto';
import { FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { decodeJwt } from 'jose';
import {
  arrivedAt,
  authorizeAddress,
  newColleague,
  type Parameters,
  postToken,
} from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const verifier = randomBytes(32).toString('base64url');
const challenge = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};
/** Below the ceilings of both. */
const SCOPES = 'org.admin.apps org.permission.apps offline_access';
const webConsole = { clientId: 'console', redirectUri: 'https://console.example.com/callback' };
const cli = { clientId: 'cli', redirectUri: 'http://127.0.0.1/callback' };

let platform: Platform;
/** An organization with a user, whose app takes no part. */
let user: ExternalApp;

beforeAll(async () => {
  const firstPartyRedirectUris = { console: [webConsole.redirectUri], cli: [cli.redirectUri] };
  platform = await startPlatform({ firstPartyRedirectUris });
  user = await newExternalApp(platform);
});
afterEach(() => {
  jest.restoreAllMocks();
  platform.now.value = () => new Date();
});
afterAll(() => platform.close());

type Client = typeof webConsole;

const request = (client: Client, changes: Parameters = {}) =>
  authorizeAddress(platform, client, { scope: SCOPES, ...challenge, ...changes });

/** Signs in where that is asked, and allows a program on this computer. No other page may be in the way. */
async function authorize(
  client: Client,
  changes: Parameters = {},
  { browser = new HostileBrowser(), email = user.email } = {},
): Promise<URLSearchParams> {
  const page = await browser.open(request(client, changes));
  const isSignIn = page.text.includes('name="password"');
  const next = isSignIn ? await browser.submit(page, { email, password: PASSWORD }) : page;
  const isDecision = client === cli && !next.location;
  const last = isDecision ? await browser.submit(next, { decision: 'allow' }) : next;
  return arrivedAt(String(changes.redirect_uri ?? client.redirectUri), last);
}

const exchange = (client: Client, arrived: URLSearchParams, changes: Parameters = {}) =>
  postToken(platform, {
    grant_type: 'authorization_code',
    code: arrived.get('code') ?? '',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
    ...changes,
  });

const refresh = ({ clientId }: Client, token: unknown) =>
  postToken(platform, {
    grant_type: 'refresh_token',
    refresh_token: String(token),
    client_id: clientId,
  });

const secondsNow = () => Math.floor(Date.now() / 1000);

const { now } = Date;

/** For oidc-provider too, which reads no other clock than that of the machine. */
function setClockForward(seconds: number): void {
  jest.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1000);
  platform.now.value = () => new Date(Date.now());
}

describe.each([
  ['console', webConsole],
  ['cli', cli],
])('the first-party client %s', (_name, client) => {
  it('gets the requested roles that the user holds, without installation', async () => {
    const before = secondsNow();
    const arrived = await authorize(client, { scope: `${SCOPES} org.admin.users` });
    const { status, body } = await exchange(client, arrived);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body.scope).toBe(SCOPES);
    const claims = decodeJwt(String(body.access_token));
    expect(claims).toMatchObject({
      client_id: client.clientId,
      org: user.organizationId,
      scope: SCOPES,
      aud: platform.baseUrl,
    });
    expect(claims).not.toHaveProperty('ins');
    expect(claims.auth_time).toBeGreaterThanOrEqual(before);
    expect(claims.auth_time).toBeLessThanOrEqual(secondsNow());
  });

  it('keeps the time of the sign-in through refreshes and a further request', async () => {
    const browser = new HostileBrowser();
    const first = await exchange(client, await authorize(client, {}, { browser }));
    const authTime = decodeJwt(String(first.body.access_token)).auth_time;
    setClockForward(100);
    const second = await refresh(client, first.body.refresh_token);
    const third = await refresh(client, second.body.refresh_token);
    const further = await exchange(client, await authorize(client, {}, { browser }));
    for (const { status, body } of [second, third, further]) {
      expect(status).toBe(200);
      expect(decodeJwt(String(body.access_token)).auth_time).toBe(authTime);
    }
  });

  it('needs PKCE, and has no secret', async () => {
    const without = { code_challenge: undefined, code_challenge_method: undefined };
    const refused = await new HostileBrowser().open(request(client, without));
    expect(refused.location ?? refused.text).toContain('invalid_request');
    const arrived = await authorize(client);
    const wrong = await exchange(client, arrived, { code_verifier: 'a'.repeat(43) });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_grant']);
    const secret = await exchange(client, arrived, { client_secret: 'a secret' });
    expect([secret.status, secret.body.error]).toEqual([401, 'invalid_client']);
  });

  it('is redirected to configured addresses only', async () => {
    for (const redirect_uri of ['https://evil.example/callback', `${client.redirectUri}/more`]) {
      const answer = await new HostileBrowser().open(request(client, { redirect_uri }));
      expect([answer.status, answer.location]).toEqual([400, undefined]);
      expect(answer.text).toContain('invalid_redirect_uri');
    }
  });

  it('shows no consent page of apps even if that is requested', async () => {
    const arrived = await authorize(client, { prompt: 'consent' });
    expect((await exchange(client, arrived)).status).toBe(200);
  });

  it('gets no code of a user without any of the roles', async () => {
    const email = await newColleague(platform, user);
    const arrived = await authorize(client, { scope: 'org.admin.apps' }, { email });
    expect([arrived.get('code'), arrived.get('error')]).toEqual([null, 'access_denied']);
  });

  it('is introspected, and revoked', async () => {
    const { body } = await exchange(client, await authorize(client));
    const post = async (path: string, token: unknown) => {
      const fields = { client_id: client.clientId, token: String(token) };
      const sent = { method: 'POST', headers: FORM, body: new URLSearchParams(fields).toString() };
      return new HostileBrowser().send(`${platform.oauthUrl}${path}`, sent);
    };
    const isActive = async (token: unknown) =>
      JSON.parse((await post('/oauth/introspect', token)).text).active;
    const tokens = [body.access_token, body.refresh_token];
    for (const token of tokens) expect(await isActive(token)).toBe(true);
    expect((await post('/oauth/revoke', body.refresh_token)).status).toBe(200);
    for (const token of tokens) expect(await isActive(token)).toBe(false);
    const refused = await refresh(client, body.refresh_token);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
  });

  it('gets no more tokens of an account that is removed', async () => {
    const email = await newColleague(platform, user);
    const { body } = await exchange(client, await authorize(client, {}, { email }));
    const accountId = decodeJwt(String(body.access_token)).sub;
    await platform.execute(`DELETE FROM account WHERE id = '${accountId}'`, 'oauth');
    const refused = await refresh(client, body.refresh_token);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
  });
});

describe('the grants of a session to the console', () => {
  const PAGE_SCOPES = 'org.permission.customer org.admin.apps';

  async function grantedTo(browser: HostileBrowser, scope = PAGE_SCOPES): Promise<string> {
    const arrived = await authorize(webConsole, { scope }, { browser });
    const { body } = await exchange(webConsole, arrived);
    return String(decodeJwt(String(body.access_token)).gid);
  }

  it('are one for all page loads, as long as it outlives a new access token', async () => {
    const browser = new HostileBrowser();
    const first = await grantedTo(browser);
    expect(await grantedTo(browser)).toBe(first);
    expect(await grantedTo(new HostileBrowser())).not.toBe(first);
    setClockForward(86_000);
    const again = request(webConsole, { scope: PAGE_SCOPES, prompt: 'login' });
    const page = await browser.open(again);
    await browser.submit(page, { email: user.email, password: PASSWORD });
    expect(await grantedTo(browser)).toBe(first);
    setClockForward(86_500);
    expect(await grantedTo(browser)).not.toBe(first);
  });

  it('are others for other scopes, with refresh tokens, and after their end', async () => {
    const browser = new HostileBrowser();
    const first = await grantedTo(browser);
    const grants = [first, await grantedTo(browser, 'org.admin.apps')];
    for (let time = 0; time < 2; time += 1) grants.push(await grantedTo(browser, SCOPES));
    grants.push(await grantedTo(browser));
    expect(new Set(grants).size).toBe(5);
    await platform.execute(`DELETE FROM provider_record WHERE kind = 'Grant'`, 'oauth');
    const last = await grantedTo(browser);
    expect(grants).not.toContain(last);
  });
});

describe('a sign-in that is too old', () => {
  const isAsked = async (browser: HostileBrowser, changes: Parameters) => {
    const answer = await browser.open(request(webConsole, changes));
    return answer.location === undefined && answer.text.includes('name="password"');
  };

  it('is repeated for max_age and prompt=login, and the token has the new time', async () => {
    const browser = new HostileBrowser();
    await authorize(webConsole, {}, { browser });
    expect(await isAsked(browser, { max_age: '600' })).toBe(false);
    setClockForward(601);
    expect(await isAsked(browser, { max_age: '600' })).toBe(true);
    expect(await isAsked(browser, { max_age: '0' })).toBe(true);
    expect(await isAsked(browser, { prompt: 'login' })).toBe(true);
    expect(await isAsked(browser, { max_age: '700' })).toBe(false);
    let seconds = 601;
    for (const changes of [{ max_age: '600' }, { prompt: 'login' }]) {
      const before = secondsNow();
      const page = await browser.open(request(webConsole, changes));
      // Who only enters the password again sees the address; another person may sign in for prompt=login.
      expect(page.text.includes(`value="${user.email}"`)).toBe('max_age' in changes);
      const last = await browser.submit(page, { email: user.email, password: PASSWORD });
      const { body } = await exchange(webConsole, arrivedAt(webConsole.redirectUri, last));
      expect(decodeJwt(String(body.access_token)).auth_time).toBeGreaterThanOrEqual(before);
      seconds += 601;
      setClockForward(seconds);
    }
  });

  it('is an error where no page may be shown', async () => {
    const browser = new HostileBrowser();
    await authorize(webConsole, {}, { browser });
    setClockForward(601);
    const answer = await browser.open(request(webConsole, { max_age: '600', prompt: 'none' }));
    expect(arrivedAt(webConsole.redirectUri, answer).get('error')).toBe('login_required');
  });

  it('is repeated for the max_age of a pushed request', async () => {
    const browser = new HostileBrowser();
    await authorize(webConsole, {}, { browser });
    setClockForward(601);
    const answer = await new HostileBrowser().send(`${platform.oauthUrl}/oauth/par`, {
      method: 'POST',
      headers: FORM,
      body: new URL(request(webConsole, { max_age: '600' })).searchParams.toString(),
    });
    expect(answer.status).toBe(201);
    const { request_uri } = JSON.parse(answer.text);
    const address = `${platform.oauthUrl}/oauth/authorize?client_id=console&request_uri=${request_uri}`;
    expect((await browser.open(address)).text).toContain('name="password"');
  });

  it.each(['-1', '1.5', 'x', '9'.repeat(40)])('400: max_age %s is refused', async (max_age) => {
    const answer = await new HostileBrowser().open(request(webConsole, { max_age }));
    expect(answer.location ?? answer.text).toContain('invalid_request');
  });
});

describe('a loopback redirect URI of the command line', () => {
  it('has any port', async () => {
    const redirect_uri = 'http://127.0.0.1:51234/callback';
    const arrived = await authorize(cli, { redirect_uri });
    expect((await exchange(cli, arrived, { redirect_uri })).status).toBe(200);
  });

  it.each(['http://localhost/callback', 'http://127.0.0.1.evil.example/callback'])(
    '400: has no other host: %s',
    async (redirect_uri) => {
      const answer = await new HostileBrowser().open(request(cli, { redirect_uri }));
      expect([answer.status, answer.location]).toEqual([400, undefined]);
    },
  );
});

describe('what is first-party', () => {
  it('400 invalid_client: a client without configured redirect URIs does not exist', async () => {
    const other = await startPlatform();
    for (const { clientId, redirectUri } of [webConsole, cli]) {
      const address = authorizeAddress(other, { clientId, redirectUri }, challenge);
      const answer = await new HostileBrowser().send(address);
      expect([answer.status, answer.location]).toEqual([400, undefined]);
      expect(answer.text).toContain('invalid_client');
    }
    await other.close();
  });

  it('an app is not: it needs installation and consent, and its tokens tell no time', async () => {
    const page = await new HostileBrowser().open(request(user));
    expect(page.text).toContain('invalid_client');
    await user.install();
    const browser = new HostileBrowser();
    const signIn = await browser.open(request(user));
    const consent = await browser.submit(signIn, { email: user.email, password: PASSWORD });
    const arrived = arrivedAt(
      user.redirectUri,
      await browser.submit(consent, { decision: 'allow' }),
    );
    const { body } = await exchange(user, arrived, { client_secret: user.clientSecret });
    const claims = decodeJwt(String(body.access_token));
    expect(claims.ins).toEqual(expect.any(Number));
    expect(claims).not.toHaveProperty('auth_time');
  });
});
