import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Browser } from '@app-platform/testing/http/browser';
import { type Answer, FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorize, authorizeAddress, codeGrant } from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { firstPartyRedirectUris } from '../platform/first-party-sign-in.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

const HTML = { accept: 'text/html,*/*;q=0.8' };
let platform: Platform;
let app: ExternalApp;
/** Has allowed the app before, so that a code is issued without a page. */
let user: HostileBrowser;

beforeAll(async () => {
  // With the command line, for which the device flow is enabled.
  ({ platform, app } = await platformWithApp({ firstPartyRedirectUris }));
  user = new HostileBrowser();
  await authorize(platform, app, {}, user);
});
afterAll(() => platform.close());

/** Every page of the service has its style sheet, and no script, which the policy would block. */
function expectOwnPage({ headers, text }: Pick<Answer, 'headers' | 'text'>): void {
  expect(headers['content-type']).toMatch(/^text\/html/);
  expect(text).toMatch(/<link rel="stylesheet" href="\/(docs\/)?assets\//);
  expect(text).not.toMatch(/<script/i);
}

/** Decision 0133 says why none of them is shown. */
const PAGES: Record<string, string> = {
  'actions/authorization/device.js': 'the device flow',
  'actions/authorization/resume.js': 'the page that signs another person out',
  'actions/code_verification.js': 'the device flow',
  'actions/end_session.js': 'the sign-out of apps',
  'actions/interaction.js': 'the interactions for development',
  'helpers/defaults.js': 'the sources of pages, which are replaced or not enabled',
  'helpers/user_code_form.js': 'the device flow',
  'response_modes/form_post.js': 'the response mode form_post',
  'response_modes/web_message.js': 'the response mode web_message',
  'shared/authorization_error_handler.js': 'the page of errors, which is replaced',
  'shared/error_handler.js': 'the page of errors, which is replaced; the device flow',
  'views/interaction.js': 'the interactions for development',
  'views/layout.js': 'the interactions for development',
  'views/login.js': 'the interactions for development',
};

it('are these in the source of oidc-provider', async () => {
  const { resolve } = createRequire(join(process.cwd(), 'services/oauth/package.json'));
  const folder = dirname(resolve('oidc-provider'));
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.name.endsWith('.js'),
  );
  const found: string[] = [];
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    const makesPage =
      /<!DOCTYPE|<html|<form|<script|\.type = 'html'|formPost\(|(logout|Success|user_?code\w*)Source\(|renderError\(|views\./i;
    if (makesPage.test(await readFile(path, 'utf8'))) found.push(relative(folder, path));
  }
  expect(found.sort()).toEqual(Object.keys(PAGES));
});

describe('the page that signs another person out', () => {
  it('is not shown when another person signs in in a second tab', async () => {
    const other = await newExternalApp(platform);
    await other.install();
    const browser = new Browser();
    const open = ({ authorizeUrl }: ExternalApp) =>
      browser.open(authorizeUrl(['org.permission.customer']), platform.oauthUrl);
    const tabs = [await open(app), await open(other)] as const;
    await browser.submit(tabs[0], { email: app.email, password: PASSWORD });
    const consent = await browser.submit(tabs[1], { email: other.email, password: PASSWORD });
    expect([consent.status, consent.html]).toEqual([200, expect.stringContaining('value="allow"')]);
    expect(consent.html).toContain(`as ${other.email}`);
  });
});

describe('the response modes that are pages', () => {
  const modes = ['form_post', 'web_message', 'jwt', 'form_post.jwt', 'web_message.jwt', 'fragment'];

  it.each(modes)('%s is refused in the query, also with another error', async (mode) => {
    for (const changes of [{}, { scope: 'bogus' }, { prompt: 'none', scope: 'bogus' }]) {
      const address = authorizeAddress(platform, app, { response_mode: mode, ...changes });
      const signedIn = await user.send(address, { headers: HTML });
      expect([signedIn.status, signedIn.location]).toEqual([
        303,
        expect.stringMatching(/^https:\/\/app\.example\.com\/[^#]*\?error=/),
      ]);
      const stranger = await new HostileBrowser().send(address, { headers: HTML });
      if (stranger.location) expect(stranger.location).toMatch(/\?error=/);
      else expectOwnPage(stranger);
    }
  });

  it.each(modes)(
    '%s is not used on the path that resumes a sign-in, nor a redirect',
    async (mode) => {
      const { searchParams } = new URL(authorizeAddress(platform, app, { response_mode: mode }));
      const address = `${platform.oauthUrl}/oauth/authorize/anything?${searchParams}`;
      for (const browser of [user, new HostileBrowser()]) {
        const answer = await browser.send(address, { headers: HTML });
        expect([answer.status, answer.location]).toEqual([400, undefined]);
        expectOwnPage(answer);
      }
    },
  );
});

describe('the endpoints that are not enabled', () => {
  it.each([
    ...['/session/end', '/session/end/confirm', '/session/end/success', '/session/check'],
    ...['/device/auth', '/device/anything', '/reg', '/reg/anything', '/me'],
    ...['/backchannel', '/challenge', '/credential', '/interaction/anything/abort'],
    ...['/oauth/authorize/anything/more', '/.well-known/openid-credential-issuer'],
  ])('%s is a page that says so, and takes no form', async (path) => {
    const address = platform.oauthUrl + path;
    const answer = await user.send(address, { headers: HTML });
    expect(answer.status).toBe(404);
    expectOwnPage(answer);
    const posted = await user.send(address, { method: 'POST', headers: { ...HTML, ...FORM } });
    expect(posted.status).toBe(404);
    expect(posted.headers['content-type']).toMatch(/^application\/json/);
  });

  it('the interactions for development are replaced', async () => {
    const answer = await user.send(`${platform.oauthUrl}/interaction/anything`, { headers: HTML });
    expect(answer.status).toBe(400);
    expectOwnPage(answer);
  });
});

describe('the pages of the device flow', () => {
  it.each(['', '?user_code=BCDF-GHJK', '?user_code=<script>'])(
    '/device%s is ours',
    async (query) => {
      const address = `${platform.oauthUrl}/device`;
      const answer = await user.send(address + query, { headers: HTML });
      expect(answer.status).toBe(200);
      expectOwnPage(answer);
      const body = 'xsrf=any&user_code=BCDF-GHJK&confirm=yes';
      const headers = { ...HTML, ...FORM };
      const posted = await user.send(address, { method: 'POST', headers, body });
      expect(posted.status).toBe(400);
      expectOwnPage(posted);
    },
  );

  it('/oauth/device_authorization answers programs alone', async () => {
    const address = `${platform.oauthUrl}/oauth/device_authorization`;
    const headers = { ...HTML, ...FORM };
    const answer = await user.send(address, { method: 'POST', headers, body: 'client_id=x' });
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, 'invalid_client']);
    expect((await user.send(address, { headers: HTML })).status).toBe(405);
  });
});

describe('the page of errors', () => {
  it('is ours where an error must not be redirected', async () => {
    const address = authorizeAddress(platform, app, { client_id: 'a'.repeat(24) });
    expectOwnPage(await user.send(address, { headers: HTML }));
  });

  it('is ours on the path that resumes, which takes no form', async () => {
    const address = `${platform.oauthUrl}/oauth/authorize/anything`;
    const headers = { ...HTML, ...FORM };
    const answer = await user.send(address, { headers });
    expect(answer.status).toBe(400);
    expectOwnPage(answer);
    const posted = await user.send(address, { method: 'POST', headers });
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it.each(['token', 'par', 'revoke', 'introspect'])('is JSON at /oauth/%s', async (endpoint) => {
    const answer = await user.send(`${platform.oauthUrl}/oauth/${endpoint}`, {
      method: 'POST',
      headers: { ...HTML, ...FORM },
      body: new URLSearchParams(codeGrant(app, 'unknown')).toString(),
    });
    expect(JSON.parse(answer.text)).toBeTruthy();
  });
});
