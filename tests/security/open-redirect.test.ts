import { actionOf, csrfOf, FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizeAddress, type Parameters } from '../platform/authorization-request.ts';
import { type ExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

const EVIL = 'https://evil.example/';
const NAMES = [
  'next',
  'return',
  'return_to',
  'returnTo',
  'redirect',
  'redirect_to',
  'redirect_uri',
  'url',
  'continue',
  'post_logout_redirect_uri',
  'target_link_uri',
];
let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
});
afterAll(() => platform.close());

/** Every redirect stays here, until one goes to the app as it was registered. */
function expectNoWayOut(location: string | undefined) {
  if (location === undefined) return;
  const { origin } = new URL(location, platform.oauthUrl);
  expect([platform.oauthUrl, new URL(app.redirectUri).origin]).toContain(origin);
}

const tricks = () => Object.fromEntries(NAMES.map((name) => [name, EVIL]));

describe('open redirects in sign-in', () => {
  it('no parameter of the request, but a registered redirect URI, says where it ends', async () => {
    const { redirect_uri: _ownTest, ...others } = tricks();
    const browser = new HostileBrowser();
    const signIn = await browser.open(authorizeAddress(platform, app, others));
    expect(signIn.text).not.toContain('evil.example');
    const fields = { ...tricks(), email: app.email, password: PASSWORD };
    const action = actionOf(signIn);
    for (const name of NAMES) action.searchParams.set(name, EVIL);
    const body = new URLSearchParams({
      csrf: csrfOf(signIn),
      email: app.email,
      password: PASSWORD,
    });
    const posted = await browser.send(action, { method: 'POST', headers: FORM, body: `${body}` });
    expectNoWayOut(posted.location);
    expect(posted.location).toContain(`${platform.oauthUrl}/oauth/authorize/`);
    // More fields than the form has are too many, or not looked at: never a place to go.
    expectNoWayOut((await browser.submit(signIn, fields)).location);
  });

  it('no parameter of the consent form either', async () => {
    const browser = new HostileBrowser();
    const signIn = await browser.open(authorizeAddress(platform, app));
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const decided = await browser.submit(consent, {
      decision: 'allow',
      next: EVIL,
      redirect_uri: EVIL,
      returnTo: EVIL,
    });
    expect(decided.location).toMatch(app.redirectUri);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\\\evil.example', 'account'])(
    'the sign-in of the account pages leads to one of them, never to %s',
    async (then) => {
      const browser = new HostileBrowser();
      const page = await browser.open(`${platform.oauthUrl}/account/apps`);
      const action = actionOf(page);
      action.searchParams.set('then', then);
      const fields = { csrf: csrfOf(page), email: app.email, password: PASSWORD };
      const body = new URLSearchParams(fields).toString();
      const posted = await browser.send(action, { method: 'POST', headers: FORM, body });
      expect([posted.status, posted.location]).toEqual([303, '/account/apps']);
    },
  );

  it.each([
    ['Host', { host: 'evil.example' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }],
    ['Forwarded', { forwarded: 'host=evil.example;proto=https' }],
    ['X-Original-URL', { 'x-original-url': EVIL, 'x-rewrite-url': EVIL }],
    ['Referer and Origin', { referer: EVIL, origin: 'https://evil.example' }],
  ])('no header says where it ends: %s', async (_name, headers) => {
    const browser = new HostileBrowser();
    const begun = await browser.send(authorizeAddress(platform, app), { headers });
    expectNoWayOut(begun.location);
    const signIn = await browser.send(new URL(begun.location ?? '', platform.oauthUrl), {
      headers,
    });
    expect(signIn.text).not.toContain('evil.example');
    const body = new URLSearchParams({
      csrf: csrfOf(signIn),
      email: app.email,
      password: PASSWORD,
    });
    const posted = await browser.send(actionOf(signIn), {
      method: 'POST',
      headers: { ...FORM, ...headers },
      body: body.toString(),
    });
    expect(posted.status).toBe(303);
    expectNoWayOut(posted.location);
    const resumed = new URL(posted.location ?? '', platform.oauthUrl);
    expectNoWayOut((await browser.send(resumed, { headers })).location);
  });

  it.each([
    '//evil.example',
    '//evil.example/..',
    '/\\evil.example',
    '/%2F%2Fevil.example',
    '/interaction//evil.example',
    '/interaction/%2F%2Fevil.example/sign-in',
    '/assets//evil.example/..%2f',
    '/oauth/authorize/%2F%2Fevil.example',
    '/session/end?post_logout_redirect_uri=https://evil.example/',
    '/account?next=https://evil.example/',
    '/sign-out?next=https://evil.example/',
    '/account/apps?next=//evil.example',
  ])('no path does: %s', async (path) => {
    const { hostname: host, port } = new URL(platform.oauthUrl);
    const answer = await new HostileBrowser().send(`http://${host}:${port}${path}`);
    expect(answer.status).toBeLessThan(500);
    expectNoWayOut(answer.location);
  });
});

describe('a page that says that a sign-in has ended', () => {
  const linkOf = (text: string) => /<a class="button" href="([^"]*)"/.exec(text)?.[1];
  const site = () => new URL(app.redirectUri).origin;

  it('leads to the app that the signed cookie names, and by a forged one to a page of ours', async () => {
    const browser = new HostileBrowser();
    const page = await browser.open(authorizeAddress(platform, app));
    await platform.passEphemeral(3_660);
    const ended = await browser.open(page.url);
    expect([ended.status, linkOf(ended.text)]).toEqual([400, site()]);
    const forged = Buffer.from(JSON.stringify([app.clientId, EVIL])).toString('base64url');
    expect(browser.cookies.has('sign_in_app')).toBe(true);
    browser.cookies.set('sign_in_app', forged);
    expect(linkOf((await browser.open(page.url)).text)).toBe('/account');
    browser.cookies.delete('sign_in_app.sig');
    expect(linkOf((await browser.open(page.url)).text)).toBe('/account');
  });

  it.each([
    ['of an app, to its registered site', () => app.clientId, site],
    ['of nobody, nowhere', () => 'nobody', () => undefined],
    ['of the console that is not there, nowhere', () => 'console', () => undefined],
  ])('leads, after a pushed request %s', async (_name, clientId, address) => {
    const tricky = new URLSearchParams({ ...tricks(), client_id: clientId() });
    // It would be refused before.
    tricky.delete('redirect_uri');
    tricky.set('request_uri', 'urn:ietf:params:oauth:request_uri:unknown');
    const answer = await new HostileBrowser().open(
      `${platform.oauthUrl}/oauth/authorize?${tricky}`,
    );
    expect([answer.status, linkOf(answer.text)]).toEqual([400, address()]);
    expect(answer.text).not.toContain('evil.example');
  });
});

describe('a request whose redirect URI cannot be trusted', () => {
  const refused = [
    ['of an unknown client', { client_id: 'unknown' }, 'invalid_client'],
    ['with another redirect URI', { redirect_uri: 'https://a.example' }, 'invalid_redirect_uri'],
  ] as const;
  const ask = (changes: Parameters, accept: string) =>
    new HostileBrowser().send(authorizeAddress(platform, app, changes), { headers: { accept } });

  it.each(refused)(
    '400 %s: JSON and no redirect, where that is asked for',
    async (_name, changes, error) => {
      const answer = await ask(changes, 'application/json');
      expect([answer.status, answer.location, answer.headers['content-type']]).toEqual([
        400,
        undefined,
        'application/json; charset=utf-8',
      ]);
      expect(JSON.parse(answer.text)).toMatchObject({ error });
    },
  );

  it.each(refused)('400 %s: a page and no redirect, for people', async (_name, changes, error) => {
    for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*']) {
      const answer = await ask(changes, accept);
      expect([answer.status, answer.location]).toEqual([400, undefined]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.text).toContain(error);
    }
  });
});
