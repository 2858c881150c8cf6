import { postJson } from '@app-platform/testing/http/api-caller';
import { Browser, type Visit } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const SCOPES = ['org.permission.customer', 'org.permission.apps', 'offline_access'];
let platform: Platform;
/** Of the user who is signed in. */
let own: ExternalApp;
/** Which the user's organization has not installed. */
let app: ExternalApp;
let browser: Browser;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

beforeEach(async () => {
  own = await newExternalApp(platform);
  app = await newExternalApp(platform);
  await app.install();
  browser = new Browser();
  await browser.submit(await open(`${platform.oauthUrl}/account`), {
    email: own.email,
    password: PASSWORD,
  });
});

const open = (address: string) => browser.open(address, platform.oauthUrl);

/** The link of that text on a page. */
function linkOf({ html, url }: Visit, text = 'Use another account'): string {
  const link = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)</g)].find(
    ([, , shown]) => shown === text,
  );
  if (!link) throw new Error(`no link ${text} on ${html}`);
  return new URL(String(link[1]).replaceAll('&amp;', '&'), url).href;
}

/** Follows the link, signs in as the user of the app, and allows. */
async function arriveAsOther(page: Visit): Promise<URL> {
  const signIn = await open(linkOf(page));
  expect(signIn.html).toContain('name="password"');
  const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  return (await browser.submit(consent, { decision: 'allow' })).url;
}

describe('an app that the organization of the signed-in user has not installed', () => {
  it('says who is signed in, and continues the request with another account', async () => {
    const refused = await open(app.authorizeUrl(SCOPES, 'a & state'));
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('invalid_client'),
    ]);
    expect(refused.html).toContain(`You are signed in as ${own.email} of Acme.`);
    const { origin, pathname, searchParams } = await arriveAsOther(refused);
    expect(`${origin}${pathname}`).toBe(app.redirectUri);
    expect(searchParams.get('state')).toBe('a & state');
    const { status } = await app.token({
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      redirect_uri: app.redirectUri,
    });
    expect(status).toBe(200);
  });

  it('says it after a sign-in, too', async () => {
    browser = new Browser();
    const signIn = await open(app.authorizeUrl(SCOPES));
    const refused = await browser.submit(signIn, { email: own.email, password: PASSWORD });
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('invalid_client'),
    ]);
    expect(refused.html).toContain(`You are signed in as ${own.email} of Acme.`);
    expect((await arriveAsOther(refused)).searchParams.get('code')).toBeTruthy();
  });

  it('keeps a pushed request', async () => {
    const response = await fetch(`${platform.oauthUrl}/oauth/par`, {
      method: 'POST',
      body: new URLSearchParams({
        ...Object.fromEntries(new URL(app.authorizeUrl(SCOPES, 'pushed')).searchParams),
        client_secret: app.clientSecret,
      }),
    });
    const { request_uri } = (await response.json()) as { request_uri: string };
    const query = new URLSearchParams({ client_id: app.clientId, request_uri });
    const refused = await open(`${platform.oauthUrl}/oauth/authorize?${query}`);
    expect(refused.html).toContain('Use another account');
    expect((await arriveAsOther(refused)).searchParams.get('state')).toBe('pushed');
  });

  it.each(['login', 'select_account', 'select_account consent'])(
    'asks who the user is before it is refused, with prompt=%s',
    async (prompt) => {
      const query = `&prompt=${encodeURIComponent(prompt)}`;
      const page = await open(app.authorizeUrl(SCOPES) + query);
      expect([page.status, page.html]).toEqual([200, expect.stringContaining('name="password"')]);
    },
  );

  it('tells nobody else who is signed in', async () => {
    browser = new Browser();
    await app.uninstall();
    const refused = await open(app.authorizeUrl(SCOPES));
    expect(refused.status).toBe(400);
    expect(refused.html).not.toContain('signed in as');
  });
});

describe('other refusals that depend on who is signed in', () => {
  it('a redirect URI of another version than the installed one', async () => {
    const open2 = await newExternalApp(platform, { visibility: 'public' });
    await open2.install();
    const install = (version: string) =>
      postJson(`${platform.baseUrl}/v1/apps/installed`, own.apiKey, {
        app: `${open2.name}-${version}`,
      });
    await install('0.0.1');
    await postJson(`${platform.baseUrl}/v1/apps/available`, open2.apiKey, {
      app: open2.name,
      version: '0.0.2',
      visibility: 'public',
      redirectUris: ['https://app.example.com/new'],
    });
    await open2.install();
    const address = open2.authorizeUrl(SCOPES).replace('callback', 'new');
    const refused = await open(address);
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('invalid_redirect_uri'),
    ]);
    expect(refused.html).toContain(`You are signed in as ${own.email} of Acme.`);
    expect((await open(linkOf(refused))).html).toContain('name="password"');
  });

  it('the consent page, and an app that is uninstalled while it is open', async () => {
    await own.install();
    const consent = await open(own.authorizeUrl(SCOPES));
    expect(consent.html).toContain('value="allow"');
    expect((await open(linkOf(consent))).html).toContain('name="password"');
    await app.install();
    await own.uninstall();
    const refused = await open(consent.url.href);
    expect(refused.status).toBe(400);
  });
});

describe('the account pages', () => {
  it.each(['/account', '/account/apps'])('%s switches accounts', async (path) => {
    const page = await open(`${platform.oauthUrl}${path}`);
    const signIn = await open(linkOf(page));
    expect(signIn.html).toContain('name="password"');
    const other = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    expect(other.html).toContain(`Signed in as ${app.email}`);
  });
});
