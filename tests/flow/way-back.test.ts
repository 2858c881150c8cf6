import { administrator } from '@app-platform/testing/http/api-caller';
import { Browser, type Visit } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type ExternalApp,
  type ExternalAppOptions,
  newExternalApp,
  PASSWORD,
  userOf,
} from '../platform/external-app.ts';
import { firstPartyRedirectUris } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { startUpstream, type Upstream } from '../platform/upstream.ts';

const SCOPES = ['org.permission.customer'];
const HOUR_SECONDS = 3_600;
let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());
beforeEach(() => {
  browser = new Browser();
});

async function installed(options: ExternalAppOptions = {}, on = platform): Promise<ExternalApp> {
  const app = await newExternalApp(on, options);
  await app.install();
  return app;
}

/** The button of a page that says that something has ended: its text, and where it leads. */
function wayBack({ html }: Visit): [text: string, address: string] {
  const [, address = '', text = ''] = /<a class="button" href="([^"]*)">([^<]*)</.exec(html) ?? [];
  return [text, address];
}

function expectEnded(visit: Visit, ...expected: [text: string, address: string]): void {
  expect([visit.status, visit.html]).toEqual([400, expect.stringContaining('has ended')]);
  expect(wayBack(visit)).toEqual(expected);
}

const open = (address: string, by = browser) => by.open(address, platform.oauthUrl);
const signInPage = (app: ExternalApp) => open(app.authorizeUrl(SCOPES));
const signIn = (page: Visit, { email }: ExternalApp, by = browser) =>
  by.submit(page, { email, password: PASSWORD });

const TO_APP: [string, string] = ['Go to Order &lt;Tracker&gt;', 'https://app.example.com'];
const TO_ACCOUNT: [string, string] = ['Go to your account', '/account'];

describe('a sign-in that has ended leads back to its app', () => {
  it('where its form is sent later, and where its page is opened again', async () => {
    const app = await installed();
    const page = await signInPage(app);
    await browser.submit(await signIn(page, app), { decision: 'allow' });
    await platform.passEphemeral(61);
    const ended = await signIn(page, app);
    expectEnded(ended, ...TO_APP);
    expect(ended.html).toContain('The app is at <code>https://app.example.com</code>.');
    expectEnded(await open(page.url.href), ...TO_APP);
  });

  it('where the address after its form is opened again', async () => {
    const app = await installed();
    let resumption = '';
    browser = new Browser({
      send: (url, init) => {
        if (url.pathname.startsWith('/oauth/authorize/')) resumption = url.href;
        return fetch(url, init);
      },
    });
    await signIn(await signInPage(app), app);
    await platform.passEphemeral(61);
    expectEnded(await open(resumption), ...TO_APP);
  });

  it.each([
    ['an hour', HOUR_SECONDS],
    ['some hours', 20 * HOUR_SECONDS],
  ])('where nothing was sent for %s', async (_name, seconds) => {
    const app = await installed();
    const page = await signInPage(app);
    await platform.passEphemeral(seconds + 60);
    expectEnded(await signIn(page, app), ...TO_APP);
  });

  it('at the site to which its request would have returned', async () => {
    const redirectUri = 'https://staging.example.com:8443/callback';
    const redirectUris = ['com.example.app:/callback', 'https://app.example.com/', redirectUri];
    const app = await installed({ redirectUri, definition: { redirectUris } });
    const page = await signInPage(app);
    await platform.passEphemeral(HOUR_SECONDS + 60);
    expectEnded(await signIn(page, app), TO_APP[0], 'https://staging.example.com:8443');
  });

  it('on the own computer, in development', async () => {
    const app = await installed({ redirectUri: 'http://localhost:8080/callback' });
    const page = await signInPage(app);
    await platform.passEphemeral(HOUR_SECONDS + 60);
    expectEnded(await signIn(page, app), TO_APP[0], 'http://localhost:8080');
  });

  it('where a pushed request is opened a second time', async () => {
    const app = await installed();
    const response = await fetch(`${platform.oauthUrl}/oauth/par`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        ...Object.fromEntries(new URL(app.authorizeUrl(SCOPES)).searchParams),
        client_secret: app.clientSecret,
      }).toString(),
    });
    const { request_uri: requestUri } = (await response.json()) as Record<string, string>;
    const query = new URLSearchParams({ client_id: app.clientId, request_uri: requestUri ?? '' });
    const address = `${platform.oauthUrl}/oauth/authorize?${query}`;
    const page = await open(address);
    await browser.submit(await signIn(page, app), { decision: 'allow' });
    expectEnded(await open(address), ...TO_APP);
  });
});

describe('a sign-in that has ended leads to the account pages', () => {
  it('of an app without a site', async () => {
    for (const redirectUri of ['com.example.app:/callback', 'http://127.0.0.1/callback']) {
      const app = await installed({ redirectUri });
      const page = await signInPage(app);
      await platform.passEphemeral(HOUR_SECONDS + 60);
      expectEnded(await signIn(page, app), ...TO_ACCOUNT);
    }
  });

  it('of an app that was uninstalled or blocked', async () => {
    const uninstalled = await installed();
    const blocked = await installed();
    const pages = [await signInPage(uninstalled), await signInPage(blocked)];
    await platform.passEphemeral(HOUR_SECONDS + 60);
    await uninstalled.uninstall();
    const block = `${platform.registryInternalUrl}/internal/apps/${blocked.name}/block`;
    const headers = {
      authorization: `Bearer ${platform.operatorToken}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ reason: 'Phishing.' });
    expect((await fetch(block, { method: 'PUT', headers, body })).ok).toBe(true);
    for (const page of pages) expectEnded(await signIn(page, uninstalled), ...TO_ACCOUNT);
  });

  it('in another browser', async () => {
    const page = await signInPage(await installed());
    expectEnded(await open(page.url.href, new Browser()), ...TO_ACCOUNT);
  });
});

it('a link that has ended leads to the account pages', async () => {
  const app = await installed();
  const call = administrator(platform, app.apiKey);
  const { body } = await call('POST', `/v1/users/${await userOf(platform, app)}/reset-link`);
  await browser.submit(await open(body.data.url), { password: 'a new and longer password' });
  expectEnded(await open(body.data.url), ...TO_ACCOUNT);
});

describe('where there is a console', () => {
  let withConsole: Platform;

  beforeAll(async () => {
    withConsole = await startPlatform({ firstPartyRedirectUris });
  });
  afterAll(() => withConsole.close());

  const consoleUrl = new URL('.', firstPartyRedirectUris.console[0] ?? '').href;

  it.each(['console', 'cli'] as const)(
    'a sign-in to the %s that has ended leads there',
    async (id) => {
      const query = new URLSearchParams({
        client_id: id,
        redirect_uri: firstPartyRedirectUris[id][0] ?? '',
        scope: 'org.permission',
        response_type: 'code',
        code_challenge: 'A'.repeat(43),
        code_challenge_method: 'S256',
      });
      const { oauthUrl } = withConsole;
      const page = await browser.open(`${oauthUrl}/oauth/authorize?${query}`, oauthUrl);
      await withConsole.passEphemeral(HOUR_SECONDS + 60);
      const ended = await browser.open(page.url.href, oauthUrl);
      expectEnded(ended, 'Go to the console', consoleUrl);
    },
  );

  it('a link that has ended leads there', async () => {
    const { oauthUrl } = withConsole;
    const ended = await browser.open(`${oauthUrl}/account/password-link?token=x`, oauthUrl);
    expectEnded(ended, 'Go to the console', consoleUrl);
  });
});

describe('a sign-in upstream that fails', () => {
  let upstream: Upstream;
  let upstreamPlatform: Platform;
  let app: ExternalApp;

  beforeAll(async () => {
    upstream = await startUpstream();
    upstreamPlatform = await startPlatform({ upstream: upstream.options });
    upstream.register(upstreamPlatform.oauthUrl);
    app = await installed({ userSubject: 'somebody' }, upstreamPlatform);
    upstream.user.subject = 'somebody';
  });
  afterAll(async () => {
    await upstreamPlatform.close();
    await upstream.close();
  });

  /** Presses the button of a sign-in page. The code of the first callback has expired. */
  async function refusedOnce(address: string): Promise<Visit> {
    let hasFailed = false;
    browser = new Browser({
      alsoOn: [upstream.options.issuer],
      send: (url, init) => {
        if (!hasFailed && url.pathname === '/upstream/callback') {
          upstream.expireCodes();
          hasFailed = true;
        }
        return fetch(url, init);
      },
    });
    const { oauthUrl } = upstreamPlatform;
    const refused = await browser.submit(await browser.open(address, oauthUrl), {});
    expect([refused.status, wayBack(refused)[0]]).toEqual([400, 'Try again']);
    return refused;
  }

  const follow = (visit: Visit) =>
    browser.open(new URL(wayBack(visit)[1], visit.url).href, upstreamPlatform.oauthUrl);

  it.each([
    ['an app', () => app.authorizeUrl(SCOPES), 'value="allow"'],
    ['the account pages', () => `${upstreamPlatform.oauthUrl}/account/apps`, 'Signed in as'],
  ])('leads to where it begins again, in %s', async (_name, address, next) => {
    const start = await follow(await refusedOnce(address()));
    expect((await browser.submit(start, {})).html).toContain(next);
  });

  it('leads, after the end of the interaction, to the page that leads to the app', async () => {
    const refused = await refusedOnce(app.authorizeUrl(SCOPES));
    await upstreamPlatform.passEphemeral(HOUR_SECONDS + 60);
    expectEnded(await follow(refused), ...TO_APP);
  });

  it('leads to the account pages in a browser that did not start it', async () => {
    const { url } = await refusedOnce(app.authorizeUrl(SCOPES));
    const other = await new Browser().open(url.href, upstreamPlatform.oauthUrl);
    expect(wayBack(other)).toEqual(TO_ACCOUNT);
  });
});
