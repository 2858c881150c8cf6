import { Browser, type Visit } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { startUpstream, type Upstream } from '../platform/upstream.ts';

const SCOPES = ['org.permission.customer', 'offline_access'];
const https = { 'x-forwarded-proto': 'https' };
/** What a proxy in front may say, or fail to say. */
const forwarded: [string, Record<string, string>][] = [
  ['no X-Forwarded-Proto', {}],
  ['X-Forwarded-Proto: http', { 'x-forwarded-proto': 'http' }],
  ['X-Forwarded-Proto: https', https],
];
/** Further headers of the proxy that ends TLS. */
const beside: [string, Record<string, string>][] = [
  ['no other header', https],
  ['X-Forwarded-Host', { ...https, 'x-forwarded-host': 'evil.example' }],
];

type Cookie = { name: string; path: string; isSecure: boolean; isHttpOnly: boolean; text: string };

function cookieOf(text: string): Cookie {
  const [pair = '', ...attributes] = text.split('; ');
  const named = attributes.map((one) => one.toLowerCase());
  return {
    name: pair.split('=', 1).join(),
    path: /; path=([^;]+)/i.exec(text)?.[1] ?? '',
    isSecure: named.includes('secure'),
    isHttpOnly: named.includes('httponly'),
    text,
  };
}

/** A browser behind a proxy that ends TLS, and every cookie that is set in it. */
function proxiedBrowser(headers: Record<string, string>) {
  const cookies: Cookie[] = [];
  const browser = new Browser({
    send: async (url, init) => {
      const address = new URL(url);
      address.protocol = 'http:';
      const response = await fetch(address, { ...init, headers: { ...init.headers, ...headers } });
      cookies.push(...response.headers.getSetCookie().map(cookieOf));
      return response;
    },
  });
  return { browser, cookies };
}

const nameOf = ({ name }: Cookie) => name;

/** Signs in, allows, and uses every form of the account pages. */
async function useEveryPage(platform: Platform, app: ExternalApp, browser: Browser): Promise<void> {
  const { oauthUrl } = platform;
  const signIn = await browser.open(app.authorizeUrl(SCOPES), oauthUrl);
  const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  const last: Visit = consent.status
    ? await browser.submit(consent, { decision: 'allow' })
    : consent;
  expect(last.url.searchParams.get('code')).toBeTruthy();
  const apps = await browser.open(`${oauthUrl}/account/apps`, oauthUrl);
  expect(apps.html).toContain('Signed in as');
  const signedOut = await browser.submit(apps, {}, '/account/sign-out');
  const again = await browser.submit(signedOut, { email: app.email, password: PASSWORD });
  expect(again.html).toContain('Signed in as');
}

/** The names of the cookies whose attributes are not those that https demands. */
function faulty(cookies: Cookie[]): string[] {
  return cookies
    .filter(({ name, path, isSecure, isHttpOnly, text }) => {
      const prefix = path === '/' ? '__Host-' : '__Secure-';
      return !(isSecure && isHttpOnly && name.startsWith(prefix) && !/domain=/i.test(text));
    })
    .map(({ text }) => text);
}

describe('a cookie under an https issuer is Secure, with the prefix of its path', () => {
  let platform: Platform;
  let app: ExternalApp;

  beforeAll(async () => {
    platform = await startPlatform({ isBehindTls: true, trustedProxies: 1 });
    app = await newExternalApp(platform);
    await app.install();
  });
  afterAll(() => platform.close());

  it.each(beside)('%s', async (_name, headers) => {
    const { browser, cookies } = proxiedBrowser(headers);
    await useEveryPage(platform, app, browser);
    expect(faulty(cookies)).toEqual([]);
    expect([...new Set(cookies.map(nameOf))].sort()).toEqual([
      '__Host-device',
      '__Host-session',
      '__Host-session.sig',
      '__Secure-account_form',
      '__Secure-interaction',
      '__Secure-interaction.sig',
      '__Secure-interaction_resume',
      '__Secure-interaction_resume.sig',
      '__Secure-sign_in_app',
      '__Secure-sign_in_app.sig',
    ]);
  });

  it('a cookie without the prefix, which plain HTTP could have planted, is not read', async () => {
    const { browser, cookies } = proxiedBrowser(https);
    await useEveryPage(platform, app, browser);
    const planted = cookies
      .filter(({ name }) => /session(\.sig)?$/.test(name))
      .slice(-2)
      .map(({ text }) => text.split('; ', 1).join().replace('__Host-', ''));
    const address = platform.oauthUrl.replace('https:', 'http:');
    const page = await fetch(`${address}/account/apps`, {
      headers: { ...https, cookie: planted.join('; ') },
    });
    expect(await page.text()).not.toContain('Signed in as');
  });
});

describe('the cookie of a sign-in at the upstream provider, under an https issuer', () => {
  let upstream: Upstream;
  let platform: Platform;

  beforeAll(async () => {
    upstream = await startUpstream();
    platform = await startPlatform({
      isBehindTls: true,
      trustedProxies: 1,
      upstream: upstream.options,
    });
    upstream.register(platform.oauthUrl);
  });
  afterAll(async () => {
    await platform.close();
    await upstream.close();
  });

  it.each(beside)('%s', async (_name, headers) => {
    const { browser, cookies } = proxiedBrowser(headers);
    const page = await browser.open(`${platform.oauthUrl}/account/apps`, platform.oauthUrl);
    await browser.submit(page, {});
    expect(cookies.map(nameOf)).toContainEqual(expect.stringMatching(/^__Secure-upstream_/));
    expect(faulty(cookies)).toEqual([]);
  });
});

describe('a cookie under an http issuer, in development', () => {
  let platform: Platform;
  let app: ExternalApp;

  beforeAll(async () => {
    platform = await startPlatform();
    app = await newExternalApp(platform);
    await app.install();
  });
  afterAll(() => platform.close());

  it.each(forwarded)('has no prefix and is not Secure: %s', async (_name, headers) => {
    const { browser, cookies } = proxiedBrowser(headers);
    await useEveryPage(platform, app, browser);
    expect(cookies.filter(({ name, isSecure }) => isSecure || name.startsWith('__'))).toEqual([]);
  });
});
