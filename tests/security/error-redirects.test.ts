import { type Answer, FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authorize,
  authorizeAddress,
  continued,
  installPublicClient,
  type Parameters,
} from '../platform/authorization-request.ts';
import { type ExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

let platform: Platform;
let app: ExternalApp;
let publicClient: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
  publicClient = await installPublicClient(platform, app);
});
afterAll(() => platform.close());

const ask = (changes: Parameters, browser = new HostileBrowser(), client = app) =>
  browser.open(authorizeAddress(platform, client, changes));

const S256 = { code_challenge_method: 'S256' };

/** Requests with a valid redirect URI, and the error of each. */
const faulty: [string, Parameters, string][] = [
  ['an unknown scope', { scope: 'unheard-of' }, 'invalid_scope'],
  ['no scope', { scope: undefined }, 'invalid_request'],
  ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
  ['no response type', { response_type: undefined }, 'invalid_request'],
  ['another audience', { resource: 'https://other.example' }, 'invalid_target'],
  ['two prompts of which one is none', { prompt: 'none login' }, 'invalid_request'],
  ['an unknown prompt', { prompt: 'now' }, 'invalid_request'],
  ['a repeated state', { state: ['a', 'b'] }, 'invalid_request'],
  ['a plain challenge', { code_challenge: 'a'.repeat(43) }, 'invalid_request'],
  ['a challenge that is too short', { ...S256, code_challenge: 'a'.repeat(42) }, 'invalid_request'],
  ['a challenge that is too long', { ...S256, code_challenge: 'a'.repeat(129) }, 'invalid_request'],
  ['a challenge in base64', { ...S256, code_challenge: `${'a'.repeat(42)}=` }, 'invalid_request'],
  ['a response in the fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ['a form post, too', { response_mode: 'form_post', scope: 'unheard-of' }, 'invalid_scope'],
  [
    'a faulty challenge for a form post',
    { response_mode: 'form_post', code_challenge: 'short', code_challenge_method: 'S256' },
    'invalid_request',
  ],
  [
    'a faulty challenge for the fragment',
    { response_mode: 'fragment', code_challenge: 'short', code_challenge_method: 'S256' },
    'invalid_request',
  ],
];

function expectPage(answer: Answer, error: string): void {
  expect([answer.status, answer.location]).toEqual([400, undefined]);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['cache-control']).toContain('no-store');
  expect(answer.text).toContain(`<code>${error}</code>`);
  expect(answer.text).toContain('<code>https://app.example.com</code>');
  expect(answer.text).not.toMatch(/<form|<script|http-equiv/);
}

describe('attack: open redirection by a deliberate error (RFC 9700 section 4.11.2)', () => {
  it.each(faulty)('a page comes first: %s', async (_name, changes, error) => {
    expectPage(await ask(changes), error);
  });

  it('its link hands the app what the redirect would', async () => {
    const link = new URL(continued(await ask({ scope: 'unheard-of', state: '"><b>&a=1' })));
    expect(link.origin + link.pathname).toBe(app.redirectUri);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      error: 'invalid_scope',
      error_description: expect.any(String),
      scope: 'unheard-of',
      state: '"><b>&a=1',
      iss: platform.oauthUrl,
    });
  });

  it('markup in the request is text on the page', async () => {
    const { text } = await ask({ scope: '<b>bold', state: '"><b>&a=1' });
    expect(text).not.toContain('<b>');
  });

  it('a made-up session cookie is nobody signed in', async () => {
    const browser = new HostileBrowser();
    browser.cookies.set('session', 'a'.repeat(43)).set('session.sig', 'b'.repeat(27));
    expectPage(await ask({ scope: 'unheard-of' }, browser), 'invalid_scope');
  });

  it('after signing out it is there again', async () => {
    const browser = new HostileBrowser();
    await authorize(platform, app, {}, browser);
    expect((await ask({ scope: 'unheard-of' }, browser)).status).toBe(303);
    const apps = await browser.open(`${platform.oauthUrl}/account/apps`);
    const csrf = /name="csrf" value="([^"]+)"/.exec(apps.text)?.[1] ?? '';
    await browser.send(`${platform.oauthUrl}/account/sign-out`, {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams({ csrf }).toString(),
    });
    expectPage(await ask({ scope: 'unheard-of' }, browser), 'invalid_scope');
  });

  it('programs that ask for JSON get the error in it, and no redirect', async () => {
    const answer = await new HostileBrowser().open(
      authorizeAddress(platform, app, { scope: 'unheard-of' }),
      { headers: { accept: 'application/json' } },
    );
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(JSON.parse(answer.text)).toMatchObject({ error: 'invalid_scope', state: 'a-state' });
  });
});

/** The error that a browser is redirected to the app with. */
function redirectedError({ status, location }: Answer, redirectUri = app.redirectUri) {
  expect(status).toBe(303);
  expect(location?.startsWith(redirectUri)).toBe(true);
  return new URL(location ?? '').searchParams.get('error');
}

describe('an error is redirected at once', () => {
  it.each(faulty)('to a user who is signed in: %s', async (_name, changes, error) => {
    const browser = new HostileBrowser();
    await authorize(platform, app, {}, browser);
    expect(redirectedError(await ask(changes, browser))).toBe(error);
  });

  it.each([
    ['nobody is signed in', {}, 'login_required'],
    ['the scope is unknown', { scope: 'unheard-of' }, 'invalid_scope'],
  ])('with prompt=none: %s', async (_name, changes, error) => {
    expect(redirectedError(await ask({ ...changes, prompt: 'none' }))).toBe(error);
  });

  it('with prompt=none in a pushed request', async () => {
    const pushed = await new HostileBrowser().send(`${platform.oauthUrl}/oauth/par`, {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams({
        client_id: app.clientId,
        client_secret: app.clientSecret,
        redirect_uri: app.redirectUri,
        response_type: 'code',
        scope: 'org.permission.customer',
        prompt: 'none',
      }).toString(),
    });
    const { request_uri } = JSON.parse(pushed.text);
    const address = new URL('/oauth/authorize', platform.oauthUrl);
    address.search = new URLSearchParams({ client_id: app.clientId, request_uri }).toString();
    expect(redirectedError(await new HostileBrowser().open(address))).toBe('login_required');
  });

  it("after the user's own refusal on the consent page", async () => {
    const browser = new HostileBrowser();
    const signIn = await ask({ scope: 'org.permission.conversation' }, browser);
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const denied = await browser.submit(consent, { decision: 'deny' });
    expect(redirectedError(denied)).toBe('access_denied');
  });
});

it('authorizing before a secret exists says what to do: generate a secret, or use PKCE', async () => {
  const answer = await ask({}, new HostileBrowser(), publicClient);
  expectPage(answer, 'invalid_request');
  expect(answer.text).toMatch(/generate a secret, or use PKCE/i);
});
