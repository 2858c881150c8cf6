import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { authorize, authorizeAddress, newColleague } from './authorization-request.ts';
import { type Answer, HostileBrowser } from './hostile-browser.ts';

let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
  app = await newExternalApp(platform);
  await app.install();
});
afterAll(() => platform.close());

function expectUnframeable({ headers, text }: Answer) {
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe-');
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
    const refused = await browser.send(authorizeAddress(platform, app, { scope: 'unheard-of' }));
    expect(refused.location).toMatch(app.redirectUri);
    expectUnframeable(refused);
  });

  it.each([
    ['a request of no client', '/oauth/authorize'],
    ['a request that is not finished', '/oauth/authorize/unheard-of'],
    ['an interaction that is over', '/interaction/unheard-of'],
    ['an interaction with an odd name', '/interaction/%00'],
    ['the style sheet', '/assets/style.css'],
    ['a path where nothing is', '/unheard-of'],
    ['the token endpoint in a browser', '/oauth/token'],
    ['the published keys', '/oauth/jwks'],
    ['the metadata', '/.well-known/oauth-authorization-server'],
  ])('%s', async (_name, path) => {
    const answer = await new HostileBrowser().send(at(path));
    expectUnframeable(answer);
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
