import { type Answer, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authorize,
  authorizeAddress,
  installPublicClient,
  newColleague,
  registerApp,
} from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

const MARKUP = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
const CHALLENGE = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};
let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
});
afterAll(() => platform.close());

function expectNoMarkup({ text }: Answer) {
  expect(text).not.toMatch(/<script|<img src=x|<\/title><|javascript:/i);
  // Nor an attribute that a value broke out into.
  expect(text.replaceAll(/"[^"]*"/g, '')).not.toMatch(/<[^>]*\son[a-z]+=/i);
}

describe('HTML injection', () => {
  it('by the title of an app', async () => {
    const client = await installPublicClient(platform, app, { title: MARKUP });
    const browser = new HostileBrowser();
    const signIn = await browser.open(authorizeAddress(platform, client, CHALLENGE));
    expectNoMarkup(signIn);
    expect(signIn.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    expectNoMarkup(consent);
    expect(consent.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(consent.text).toContain('name="decision"');
  });

  it.each(['javascript:alert(1)', `https://x.example/"onerror="alert(1)`, 'data:text/html,x'])(
    'by the icon of an app: %s',
    async (iconUrl) => {
      const definition = { app: 'with_an_icon', iconUrl, title: 'Icon' };
      const registered = await registerApp(platform, app, definition);
      if (registered.status >= 400) return;
      const client = await installPublicClient(platform, app, { iconUrl });
      const browser = new HostileBrowser();
      const signIn = await browser.open(authorizeAddress(platform, client, CHALLENGE));
      expectNoMarkup(signIn);
      const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
      expectNoMarkup(consent);
    },
  );

  it('by the email address that is typed, and given back', async () => {
    const browser = new HostileBrowser();
    const signIn = await browser.open(authorizeAddress(platform, app));
    const refused = await browser.submit(signIn, { email: MARKUP, password: MARKUP });
    expect(refused.status).toBe(400);
    expectNoMarkup(refused);
    expect(refused.text).not.toContain('<script');
  });

  it.each([
    'client_id',
    'redirect_uri',
    'response_type',
    'response_mode',
    'scope',
    'state',
    'prompt',
    'login_hint',
    'ui_locales',
    'request_uri',
    'code_challenge',
    'resource',
  ])('by the parameter %s', async (name) => {
    const answer = await new HostileBrowser().open(
      authorizeAddress(platform, app, { [name]: MARKUP }),
    );
    // The body of a redirect repeats its address, which is encoded.
    expectNoMarkup(answer);
  });

  it('by a path where nothing is', async () => {
    for (const path of [
      `/${encodeURIComponent(MARKUP)}`,
      `/interaction/${encodeURIComponent(MARKUP)}`,
    ]) {
      expectNoMarkup(await new HostileBrowser().send(`${platform.oauthUrl}${path}`));
    }
  });
});

function expectUnframeable({ headers, text }: Answer) {
  const policy = String(headers['content-security-policy']);
  // No directive beyond these: images of other sites are the icons of apps.
  expect(policy.split(';')).toEqual([
    "default-src 'none'",
    "style-src 'self'",
    `img-src 'self' https: ${platform.baseUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
  expect(headers['x-frame-options']).toMatch(/^(DENY|SAMEORIGIN)$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  // Where a page was must not tell the next site what was in its address.
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['x-powered-by']).toBeUndefined();
  expect(text).not.toMatch(/<script|<iframe|<style|\son[a-z]+=| style=/i);
}

const at = (path: string) => `${platform.oauthUrl}${path}`;

describe('framing: no page can be framed, and none holds a script', () => {
  it('sign-in, a refused sign-in, consent, and a refused consent', async () => {
    const browser = new HostileBrowser();
    const signIn = await browser.open(authorizeAddress(platform, app));
    const refused = await browser.submit(signIn, { email: app.email, password: 'wrong' });
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const again = await browser.submit(consent, { decision: 'neither' });
    for (const page of [signIn, refused, consent, again]) {
      expectUnframeable(page);
      expect(page.text).toContain('<form');
      expect(page.headers['cache-control']).toBe('no-store');
    }
  });

  it('the redirects between them, and to the app', async () => {
    const browser = new HostileBrowser();
    const begun = await browser.send(authorizeAddress(platform, app));
    expect(begun.status).toBe(303);
    expectUnframeable(begun);
    const faulty = { scope: 'unheard-of' };
    const refused = await browser.send(authorizeAddress(platform, app, faulty));
    expect(refused.status).toBe(400);
    expectUnframeable(refused);
    const silent = authorizeAddress(platform, app, { ...faulty, prompt: 'none' });
    const redirected = await browser.send(silent);
    expect(redirected.location).toMatch(app.redirectUri);
    expectUnframeable(redirected);
  });

  it.each([
    ['a request of no client', '/oauth/authorize'],
    ['a request that is not finished', '/oauth/authorize/unheard-of'],
    ['an interaction that is over', '/interaction/unheard-of'],
    ['an interaction with an odd name', '/interaction/%00'],
    ['the style sheet', '/assets/style-of-another-release.css'],
    ['a path where nothing is', '/unheard-of'],
    ['the token endpoint in a browser', '/oauth/token'],
    ['the published keys', '/oauth/jwks'],
    ['the metadata', '/.well-known/oauth-authorization-server'],
  ])('%s', async (_name, path) => {
    const answer = await new HostileBrowser().send(at(path));
    expectUnframeable(answer);
  });
});

function block(app: string): Promise<Answer> {
  const authorization = `Bearer ${platform.operatorToken}`;
  return new HostileBrowser().send(`${platform.registryInternalUrl}/internal/apps/${app}/block`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'It sold the data of customers.' }),
  });
}

describe('the sign-in page', () => {
  it.each<[string, (other: ExternalApp) => Promise<unknown>]>([
    ['uninstalled', ({ uninstall }) => uninstall()],
    ['blocked', ({ name }) => block(name)],
  ])('shows nothing of an app that was %s since', async (_name, end) => {
    const other = await newExternalApp(platform, { definition: { title: 'Loyalty points' } });
    await other.install();
    const browser = new HostileBrowser();
    const signIn = await browser.open(authorizeAddress(platform, other));
    expect(signIn.text).toContain('to continue to <strong>Loyalty points</strong>');
    expect(signIn.text).toContain('Registered by <strong>Acme</strong>');
    await end(other);
    const after = await browser.open(signIn.url);
    expect(after.status).toBe(400);
    expect(after.text).not.toContain('Loyalty points');
  });
});

describe('the style sheet', () => {
  it('is kept under the address of its content, and sent for that of another release', async () => {
    const page = await new HostileBrowser().open(at('/account'));
    const path = /href="(\/assets\/style-[0-9a-f]{8}\.css)"/.exec(page.text)?.[1] ?? '';
    const sheet = await new HostileBrowser().send(at(path));
    expect([sheet.status, sheet.headers['content-type'], sheet.headers['cache-control']]).toEqual([
      200,
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    for (const rule of ['--accent:', '.button {', '.scopes {']) expect(sheet.text).toContain(rule);
    const other = await new HostileBrowser().send(at('/assets/style-00000000.css'));
    expect([other.text, other.headers['cache-control']]).toEqual([sheet.text, 'no-store']);
  });
});

describe('pages that are not of the usual way', () => {
  it.each(['/interaction/over', '/interaction/%00'])(
    'an interaction that is over: %s',
    async (path) => {
      const answer = await new HostileBrowser().send(at(path));
      expect([answer.status, answer.headers['content-type']]).toEqual([
        400,
        expect.stringMatching('text/html'),
      ]);
      expectUnframeable(answer);
    },
  );

  it('hold no script either: form_post, and signing in as somebody else', async () => {
    const browser = new HostileBrowser();
    await authorize(platform, app, {}, browser);
    const formPost = authorizeAddress(platform, app, { response_mode: 'form_post' });
    const refused = await browser.open(formPost);
    expect(refused.location).toContain('error=invalid_request');
    expect((await browser.open(at('/session/end'))).status).toBe(404);
    const signIn = await browser.open(authorizeAddress(platform, app, { prompt: 'login' }));
    const email = await newColleague(platform, app);
    const consent = await browser.submit(signIn, { email, password: PASSWORD });
    expectUnframeable(consent);
    expect(consent.text).toContain(email);
  });
});

describe('somebody of an organization that has not installed the app', () => {
  it('400 invalid_client at authorize, and nothing is sent to the app', async () => {
    const other = await newExternalApp(platform);
    await other.install();
    const browser = new HostileBrowser();
    await authorize(platform, app, {}, browser);
    const answer = await browser.open(authorizeAddress(platform, other));
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.text).toContain('invalid_client');
  });
});

const sessionOf = ({ cookies }: HostileBrowser) => ({
  session: cookies.get('session'),
  signature: cookies.get('session.sig'),
});

function plant(browser: HostileBrowser, { session, signature }: ReturnType<typeof sessionOf>) {
  if (session !== undefined) browser.cookies.set('session', session);
  if (signature !== undefined) browser.cookies.set('session.sig', signature);
}

/** Whether a session cookie stands for somebody who has signed in. */
async function isSignedIn(cookie: ReturnType<typeof sessionOf>): Promise<boolean> {
  const browser = new HostileBrowser();
  plant(browser, cookie);
  const answer = await browser.open(authorizeAddress(platform, app));
  return !answer.text.includes('name="password"');
}

describe('session fixation', () => {
  it('the session cookie changes at sign-in, and the one before stays signed out', async () => {
    const browser = new HostileBrowser();
    const signIn = await browser.open(authorizeAddress(platform, app));
    const before = sessionOf(browser);
    await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const after = sessionOf(browser);
    expect(after.session).toBeTruthy();
    expect(after.session).not.toBe(before.session);
    expect(await isSignedIn(after)).toBe(true);
    expect(await isSignedIn(before)).toBe(false);
  });

  it('a made-up session cookie is not taken over', async () => {
    const browser = new HostileBrowser();
    const madeUp = { session: 'A'.repeat(43), signature: 'B'.repeat(27) };
    plant(browser, madeUp);
    await authorize(platform, app, {}, browser);
    expect(sessionOf(browser).session).not.toBe(madeUp.session);
    expect(await isSignedIn(madeUp)).toBe(false);
  });

  it("signing in over the attacker's session gives the attacker nothing", async () => {
    const email = await newColleague(platform, app);
    const attacker = new HostileBrowser();
    await authorize(platform, { ...app, email }, {}, attacker);
    const planted = sessionOf(attacker);

    const victim = new HostileBrowser();
    plant(victim, planted);
    const signIn = await victim.open(authorizeAddress(platform, app, { prompt: 'login' }));
    expect(signIn.text).toContain('name="password"');
    const next = await victim.submit(signIn, { email: app.email, password: PASSWORD });
    expect(next.location ?? next.text).toMatch(/code=|value="allow"/);
    expect(sessionOf(victim).session).not.toBe(planted.session);

    const probe = new HostileBrowser();
    plant(probe, planted);
    const address = authorizeAddress(platform, app, { prompt: 'consent' });
    expect((await probe.open(address)).text).not.toContain(app.email);
  });

  it('signing in again changes the cookie again, and ends the one before', async () => {
    const browser = new HostileBrowser();
    await authorize(platform, app, {}, browser);
    const first = sessionOf(browser);
    await authorize(platform, app, { prompt: 'login' }, browser);
    expect(sessionOf(browser).session).not.toBe(first.session);
    expect(await isSignedIn(first)).toBe(false);
  });

  it('a session cookie is long and random, and its signature counts', async () => {
    const browser = new HostileBrowser();
    await authorize(platform, app, {}, browser);
    const { session } = sessionOf(browser);
    expect(session).toMatch(/^[\w-]{21,}$/);
    expect(await isSignedIn({ session, signature: undefined })).toBe(false);
    expect(await isSignedIn({ session, signature: 'C'.repeat(27) })).toBe(false);
  });
});

describe('a conditional request', () => {
  it.each(['/account', '/account/apps', '/oauth/logout'])('gets the page: %s', async (path) => {
    const headers = { 'if-none-match': '*' };
    const { status, text } = await new HostileBrowser().open(platform.oauthUrl + path, { headers });
    expect([status, text]).toEqual([200, expect.stringContaining('<!doctype html>')]);
  });
});
