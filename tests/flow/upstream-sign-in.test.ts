import { administrator } from '@app-platform/testing/http/api-caller';
import { Browser, type Visit } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEVICE_SCOPE, pollDevice, startDevice } from '../platform/device-sign-in.ts';
import {
  type ExternalApp,
  type ExternalAppOptions,
  newExternalApp,
  userOf,
} from '../platform/external-app.ts';
import { firstPartyRedirectUris } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { startUpstream, type Upstream } from '../platform/upstream.ts';

const SCOPES = ['org.permission.customer', 'org.permission.apps', 'offline_access'];
let upstream: Upstream;
let platform: Platform;

beforeAll(async () => {
  upstream = await startUpstream();
  platform = await startPlatform({ upstream: upstream.options, firstPartyRedirectUris });
  upstream.register(platform.oauthUrl);
});
afterAll(async () => {
  await platform.close();
  await upstream.close();
});

let lastNumber = 0;
function newSubject(): string {
  lastNumber += 1;
  return `subject|${lastNumber}`;
}

async function installedApp(options: ExternalAppOptions): Promise<ExternalApp> {
  const app = await newExternalApp(platform, options);
  await app.install();
  return app;
}

const newBrowser = () => new Browser({ alsoOn: [upstream.options.issuer] });

/** Somebody who is that person at the upstream provider opens an app's address and signs in. */
async function signIn(
  app: ExternalApp,
  subject: string | undefined,
  browser = newBrowser(),
): Promise<Visit> {
  upstream.user.subject = subject;
  const page = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
  return browser.submit(page, {});
}

async function createAccount(account: Record<string, unknown>) {
  const response = await fetch(`${platform.oauthInternalUrl}/internal/accounts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${platform.operatorToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ roles: ['org.permission'], ...account }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: what it holds is up to whoever asks
  return { status: response.status, body: (await response.json()) as any };
}

async function organizationOfToken(token: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const me = await fetch(`${platform.baseUrl}/v1/me`, { headers });
  // biome-ignore lint/suspicious/noExplicitAny: what it holds is up to whoever asks
  return ((await me.json()) as any).data.attributes.organizationId;
}

/** Allows, exchanges the code, and asks the registry whose the token is. */
async function organizationAfter(app: ExternalApp, consent: Visit, browser: Browser) {
  const arrived = await browser.submit(consent, { decision: 'allow' });
  const { status, body } = await app.token({
    grant_type: 'authorization_code',
    code: arrived.url.searchParams.get('code') ?? '',
    redirect_uri: app.redirectUri,
  });
  expect(status).toBe(200);
  return organizationOfToken(body.access_token);
}

describe('signing in at an upstream provider', () => {
  it('leads from its button to a token that the registry accepts', async () => {
    const userSubject = newSubject();
    const app = await installedApp({ userSubject });
    const browser = newBrowser();
    const page = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    expect(page.html).toContain('Sign in with Acme &lt;Login&gt;');
    expect(page.html).not.toMatch(/name="(email|password)"/);
    const consent = await signIn(app, userSubject, browser);
    expect(consent.html).toContain(`as ${app.email}`);
    expect(await organizationAfter(app, consent, browser)).toBe(app.organizationId);
  });

  it('asks it for openid, profile and email, with PKCE, state and nonce', async () => {
    const userSubject = newSubject();
    const app = await installedApp({ userSubject });
    await signIn(app, userSubject);
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(
      upstream.requests.at(-1) ?? [],
    );
    for (const random of [state, nonce, code_challenge]) expect(random).toMatch(/^[\w-]{43}$/);
    expect(rest).toEqual({
      client_id: upstream.options.clientId,
      redirect_uri: `${platform.oauthUrl}/upstream/callback`,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    });
  });

  it('asks it to ask again where the app wants that', async () => {
    const app = await installedApp({ userSubject: newSubject() });
    const browser = newBrowser();
    const address = `${app.authorizeUrl(SCOPES)}&prompt=login`;
    await browser.submit(await browser.open(address, platform.oauthUrl), {});
    expect(upstream.requests.at(-1)?.get('prompt')).toBe('login');
  });

  it('leads a user who entered the code of a device back to it', async () => {
    const userSubject = newSubject();
    const { email } = await installedApp({ userSubject });
    const { oauthUrl } = platform;
    const device = await startDevice(platform);
    const browser = newBrowser();
    const codePage = await browser.open(device.verification_uri, oauthUrl);
    upstream.user.subject = undefined;
    const signIn = await browser.submit(codePage, { user_code: device.user_code });
    expect(signIn.html).toContain('to continue to the command line');
    const refused = await browser.submit(signIn, {});
    expect(refused.html).toContain('You were not signed in');
    upstream.user.subject = userSubject;
    const decision = await browser.submit(refused, {});
    expect(decision.html).toContain(email);
    const address = /href="(\/account\/sign-in[^"]*)"/.exec(decision.html)?.[1] ?? '';
    const other = await browser.submit(await browser.open(oauthUrl + address, oauthUrl), {});
    expect(upstream.requests.at(-1)?.get('prompt')).toBe('login');
    expect(other.html).toContain(device.user_code);
    await browser.submit(other, { decision: 'allow' });
    const { body } = await pollDevice(platform, device);
    expect(body.scope).toBe(DEVICE_SCOPE);
  });

  it('finishes in two tabs of one browser', async () => {
    const userSubject = newSubject();
    const app = await installedApp({ userSubject });
    upstream.user.subject = userSubject;
    const browser = newBrowser();
    const open = () => browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    const tabs = [await open(), await open()];
    for (const tab of tabs) {
      expect((await browser.submit(tab, {})).html).toContain('value="allow"');
    }
  });

  it('shows its button again to somebody who refused there, and then works', async () => {
    const userSubject = newSubject();
    const app = await installedApp({ userSubject });
    const browser = newBrowser();
    const refused = await signIn(app, undefined, browser);
    expect(refused.html).toContain('You were not signed in');
    upstream.user.subject = userSubject;
    expect((await browser.submit(refused, {})).html).toContain('value="allow"');
  });
});

describe('who somebody from there is here', () => {
  it('is nobody without an account: the page names the subject to give to an administrator', async () => {
    const app = await installedApp({ userSubject: newSubject() });
    const refused = await signIn(app, 'a <stranger>');
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('a &lt;stranger&gt;');
    expect(refused.html).toContain(UNKNOWN);
  });

  it.each([
    ['an app', async () => (await installedApp({})).authorizeUrl(SCOPES)],
    ['the account pages', async () => `${platform.oauthUrl}/account/apps`],
  ])('offers another account from there, in %s', async (_name, addressOf) => {
    upstream.user.subject = 'a stranger';
    const browser = newBrowser();
    const page = await browser.open(await addressOf(), platform.oauthUrl);
    const refused = await browser.submit(page, {});
    const link = /<a href="([^"]+)">Use another account</.exec(refused.html)?.[1] ?? '';
    const address = new URL(link.replaceAll('&amp;', '&'), platform.oauthUrl).href;
    await browser.submit(await browser.open(address, platform.oauthUrl), {});
    expect(upstream.requests.at(-1)?.get('prompt')).toBe('login');
  });

  it('is nobody in the organization of an app that theirs has not installed', async () => {
    const [userSubject, stranger] = [newSubject(), newSubject()];
    const app = await installedApp({ userSubject });
    await newExternalApp(platform, { userSubject: stranger });
    const refused = await signIn(app, stranger);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('invalid_client');
  });

  it('is, of several accounts, the one where the app is installed', async () => {
    const userSubject = newSubject();
    await installedApp({ userSubject });
    const app = await installedApp({ userSubject });
    const browser = newBrowser();
    const consent = await signIn(app, userSubject, browser);
    expect(await organizationAfter(app, consent, browser)).toBe(app.organizationId);
  });

  it('is the one of the organization that they choose, where several have it installed', async () => {
    const userSubject = newSubject();
    const other = await newExternalApp(platform, { userSubject });
    const app = await installedApp({ userSubject, visibility: 'public' });
    await installAlsoIn(other, app);
    for (const { organizationId, email } of [other, app]) {
      const browser = newBrowser();
      const chooser = await signIn(app, userSubject, browser);
      const consent = await choose(browser, chooser, email);
      expect(await organizationAfter(app, consent, browser)).toBe(organizationId);
    }
  });

  it.each([
    ['has installed it', ''],
    ['the app asks for another account', '&prompt=login'],
  ])('is the one that they choose, where none or %s', async (_name, parameters) => {
    const userSubject = newSubject();
    const app = await newExternalApp(platform, { userSubject, visibility: 'public' });
    if (parameters) await app.install();
    await newExternalApp(platform, { userSubject });
    await installAlsoIn(await newExternalApp(platform), app);
    upstream.user.subject = userSubject;
    const browser = newBrowser();
    const page = await browser.open(app.authorizeUrl(SCOPES) + parameters, platform.oauthUrl);
    expect((await browser.submit(page, {})).html.match(/name="account"/g)).toHaveLength(2);
  });
});

/** Chooses the account with an address. */
function choose(browser: Browser, { html, ...page }: Visit, email: string): Promise<Visit> {
  const choice = /name="choice" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const buttons = html.matchAll(/name="account" value="([^"]+)".*?<\/button>/gs);
  const account = [...buttons].find(([button]) => button.includes(email))?.[1] ?? '';
  return browser.submit({ html, ...page }, { choice, account });
}

const UNKNOWN = 'nobody in an organization with this app does';

async function installAlsoIn({ apiKey }: ExternalApp, { name }: ExternalApp): Promise<void> {
  const response = await fetch(`${platform.baseUrl}/v1/apps/installed`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ app: name }),
  });
  expect(response.status).toBe(201);
}

describe('an account for somebody from there', () => {
  it('is of one subject in an organization, and of several organizations', async () => {
    const upstreamSubject = newSubject();
    const { organizationId } = await newExternalApp(platform, { userSubject: upstreamSubject });
    const again = { organizationId, email: `${upstreamSubject}@example.com`, upstreamSubject };
    const refused = await createAccount(again);
    expect([refused.status, refused.body.errors[0].source]).toEqual([
      409,
      { parameter: 'upstreamSubject' },
    ]);
    const elsewhere = await newExternalApp(platform);
    const made = await createAccount({ ...again, organizationId: elsewhere.organizationId });
    expect(made.status).toBe(201);
  });

  it.each([
    ['no way to sign in', {}, '/password'],
    ['two', { password: 'long enough', upstreamSubject: 'x' }, '/upstreamSubject'],
    ['a subject that is none', { upstreamSubject: 'ä' }, '/upstreamSubject'],
  ])('is refused with %s', async (_name, credential, pointer) => {
    const organizationId = 'a'.repeat(24);
    const email = 'nobody@example.com';
    const { status, body } = await createAccount({ organizationId, email, ...credential });
    expect([status, body.errors[0].source]).toEqual([400, { pointer }]);
  });
});

describe('/account/apps, where people sign in upstream', () => {
  const address = () => `${platform.oauthUrl}/account/apps`;

  it('signs in there and out here', async () => {
    const userSubject = newSubject();
    const app = await installedApp({ userSubject });
    const browser = newBrowser();
    await organizationAfter(app, await signIn(app, userSubject, browser), browser);
    const other = newBrowser();
    const page = await other.open(address(), platform.oauthUrl);
    expect(page.html).not.toMatch(/name="(email|password)"/);
    const apps = await other.submit(page, {});
    expect(apps.url.href).toBe(address());
    expect(apps.html).toContain('Order &lt;Tracker&gt;');
    const csrf = /name="csrf" value="([^"]+)"/.exec(apps.html)?.[1] ?? '';
    const out = await other.open(`${platform.oauthUrl}/account/sign-out`, platform.oauthUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrf }).toString(),
    });
    expect(out.html).toContain('Sign in with');
  });

  it('asks a user of several organizations for one of them', async () => {
    const userSubject = newSubject();
    const apps = [
      await newExternalApp(platform, { userSubject }),
      await newExternalApp(platform, { userSubject }),
    ];
    upstream.user.subject = userSubject;
    for (const { email } of apps) {
      const browser = newBrowser();
      const page = await browser.submit(await browser.open(address(), platform.oauthUrl), {});
      const account = await choose(browser, page, email);
      expect(account.url.href).toBe(address());
      expect(account.html).toContain(`Signed in as ${email}`);
      expect((await platform.auditEvents()).at(-1)).toMatchObject({
        action: 'sign_in.succeeded',
        detail: { upstreamSubject: userSubject },
      });
    }
  });

  it.each([
    ['to somebody who refused there', undefined, 200, 'You were not signed in'],
    ['to somebody who is unknown here', 'unknown', 403, 'You have no account here'],
  ])('shows nothing %s', async (_name, subject, status, text) => {
    upstream.user.subject = subject;
    const browser = newBrowser();
    const answer = await browser.submit(await browser.open(address(), platform.oauthUrl), {});
    expect([answer.status, answer.html]).toEqual([status, expect.stringContaining(text)]);
  });

  it('leaves an audit row, of whoever signed in and of whoever is unknown', async () => {
    const userSubject = newSubject();
    const app = await installedApp({ userSubject });
    await signIn(app, userSubject);
    const known = (await platform.auditEvents()).at(-1);
    expect(known).toMatchObject({
      action: 'sign_in.succeeded',
      organizationId: app.organizationId,
      detail: { upstreamIssuer: upstream.options.issuer, upstreamSubject: userSubject },
    });
    upstream.user.subject = 'unknown';
    const browser = newBrowser();
    await browser.submit(await browser.open(address(), platform.oauthUrl), {});
    expect((await platform.auditEvents()).at(-1)).toMatchObject({
      action: 'sign_in.refused',
      actorType: 'unknown',
      detail: { upstreamSubject: 'unknown' },
    });
  });

  it('has no passwords here: administrators neither invite users nor set one', async () => {
    const app = await newExternalApp(platform, { userSubject: newSubject() });
    const call = administrator(platform, app.apiKey);
    const one = `/v1/users/${await userOf(platform, app)}`;
    const requests: [string, string, object?][] = [
      ['POST', '/v1/users', { email: 'invited@example.com', roles: [] }],
      ['POST', '/v1/users', { email: 'new@example.com', roles: [], password: 'long enough' }],
      ['PATCH', one, { password: 'long enough' }],
      ['POST', `${one}/reset-link`],
    ];
    for (const request of requests) {
      const { status, body } = await call(...request);
      expect([status, body.errors[0].code]).toEqual([409, 'signs_in_upstream']);
    }
    expect((await call('GET', '/v1/users')).body.data).toHaveLength(1);
  });
});
