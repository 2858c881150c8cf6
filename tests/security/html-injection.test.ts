import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { authorizeAddress, installPublicClient, registerApp } from './authorization-request.ts';
import { type Answer, HostileBrowser } from './hostile-browser.ts';

const MARKUP = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
const CHALLENGE = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};
let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
  app = await newExternalApp(platform);
  await app.install();
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
