import { HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authorizeAddress,
  installPublicClient,
  registerApp,
} from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const NATIVE = 'http://127.0.0.1:3000/callback';
let platform: Platform;
let web: ExternalApp;
let native: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
  web = await newExternalApp(platform);
  await web.install();
  native = await installPublicClient(platform, web, { redirectUris: [NATIVE, web.redirectUri] });
});
afterAll(() => platform.close());

async function expectErrorPage(app: ExternalApp, redirectUri: string | string[] | undefined) {
  const answer = await new HostileBrowser().send(
    authorizeAddress(platform, app, {
      redirect_uri: redirectUri,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    }),
  );
  expect([answer.status, answer.location]).toEqual([400, undefined]);
  expect(answer.headers['content-type']).toMatch('text/html');
  // A page that links there, or refreshes to there, is a redirect with one more click.
  expect(answer.headers.refresh).toBeUndefined();
  expect(answer.text).not.toMatch(/http-equiv|<a |<form/i);
  return answer;
}

describe('redirect URI tricks: an error page, never a redirect', () => {
  it.each([
    ['prefix: a longer path', 'https://app.example.com/callback/more'],
    ['prefix: a longer last segment', 'https://app.example.com/callbacks'],
    ['prefix: dot segments', 'https://app.example.com/callback/../open'],
    ['prefix: encoded dot segments', 'https://app.example.com/callback/%2e%2e/open'],
    ['prefix: a query', 'https://app.example.com/callback?next=https://evil.example'],
    ['prefix: an empty query', 'https://app.example.com/callback?'],
    ['prefix: a trailing slash', 'https://app.example.com/callback/'],
    ['prefix: a shorter path', 'https://app.example.com/'],
    ['suffix: the host as a prefix of another', 'https://app.example.com.evil.example/callback'],
    ['suffix: the host as a suffix of another', 'https://evil-app.example.com/callback'],
    ['suffix: a host below it', 'https://evil.app.example.com/callback'],
    ['suffix: a trailing dot of the host', 'https://app.example.com./callback'],
    ['userinfo: the host as a user', 'https://app.example.com@evil.example/callback'],
    ['userinfo: host and port as a password', 'https://app.example.com:443@evil.example/callback'],
    ['userinfo: a user before the host', 'https://user@app.example.com/callback'],
    ['encoded slash: in the host', 'https://app.example.com%2Fcallback@evil.example/'],
    ['encoded slash: before the path', 'https://app.example.com/%2Fcallback'],
    ['encoded slash: instead of the path', 'https://app.example.com%2Fcallback'],
    ['encoded slash: a backslash', 'https://evil.example\\@app.example.com/callback'],
    ['encoded letter', 'https://app.example.com/%63allback'],
    ['other port off loopback', 'https://app.example.com:8443/callback'],
    ['the default port, written out', 'https://app.example.com:443/callback'],
    ['fragment', 'https://app.example.com/callback#'],
    ['fragment with a text', 'https://app.example.com/callback#@evil.example'],
    ['wildcard: host', 'https://*.example.com/callback'],
    ['wildcard: path', 'https://app.example.com/*'],
    ['another scheme', 'http://app.example.com/callback'],
    ['another case: host', 'https://APP.example.com/callback'],
    ['another case: path', 'https://app.example.com/CALLBACK'],
    ['a full-width dot', 'https://app.example。com/callback'],
    ['white space before', ' https://app.example.com/callback'],
    ['a line break after', 'https://app.example.com/callback\r\nSet-Cookie: session=x'],
    ['a null character', 'https://app.example.com/callback\0.evil.example'],
    ['no scheme', '//evil.example/callback'],
    ['script', 'javascript:alert(1)//app.example.com/callback'],
    ['data', 'data:text/html,https://app.example.com/callback'],
  ])('%s', async (_name, redirectUri) => {
    await expectErrorPage(web, redirectUri);
  });

  it('none at all, though the app has only one', () => expectErrorPage(web, undefined));

  it('an empty one', () => expectErrorPage(web, ''));

  it('the registered one and another', async () => {
    await expectErrorPage(web, [web.redirectUri, 'https://evil.example/']);
    await expectErrorPage(web, ['https://evil.example/', web.redirectUri]);
  });

  it("another app's", async () => {
    await expectErrorPage(web, NATIVE);
  });
});

describe('redirect URI tricks on a native app', () => {
  it.each([
    ['another host of loopback', 'http://localhost:3000/callback'],
    ['another path at another port', 'http://127.0.0.1:4000/callback/more'],
    ['a host that begins with the address', 'http://127.0.0.1.evil.example:3000/callback'],
    ['the address as a user', 'http://127.0.0.1:3000@evil.example/callback'],
    ['another scheme', 'https://127.0.0.1:3000/callback'],
    ['a shorter form of the address', 'http://127.1:3000/callback'],
    ['other port off loopback', 'https://app.example.com:8443/callback'],
  ])('%s', async (_name, redirectUri) => {
    await expectErrorPage(native, redirectUri);
  });

  it('only the port of a loopback may differ', async () => {
    const redirectUri = 'http://127.0.0.1:51234/callback';
    const address = authorizeAddress(platform, native, {
      redirect_uri: redirectUri,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    const answer = await new HostileBrowser().send(address);
    expect([answer.status, answer.location]).toEqual([
      303,
      expect.stringMatching(/^(http:\/\/127\.0\.0\.1:\d+)?\/interaction\//),
    ]);
  });
});

describe('redirect URI tricks at registration', () => {
  it.each([
    ['wildcard', 'https://*.example.com/callback'],
    ['fragment', 'https://app.example.com/callback#part'],
    ['plain HTTP off loopback', 'http://app.example.com/callback'],
    ['script', 'javascript:alert(1)'],
    ['userinfo', 'https://user:password@app.example.com/callback'],
  ])('%s is refused', async (_name, redirectUri) => {
    const answer = await registerApp(platform, web, {
      app: 'redirect_tricks',
      redirectUris: [redirectUri],
    });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('redirectUris')]);
  });
});
