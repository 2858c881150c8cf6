import { Browser, type Visit } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { startUpstream, type Upstream } from '../platform/upstream.ts';

const SCOPES = ['org.permission.customer'];
/** The addresses on the way from the upstream provider to the next page. */
const STEPS = [
  ['the callback', /^\/upstream\/callback$/],
  ['the result', /^\/interaction\/[\w-]+\/upstream$/],
  ['the resumption', /^\/oauth\/authorize\/[\w-]+$/],
] as const;
const [[, CALLBACK]] = STEPS;
let upstream: Upstream;
let platform: Platform;
let app: ExternalApp;
let browser: Browser;
/** Where the browsers stop instead of opening the address. */
let stopAt: RegExp | undefined;
let stoppedAt = '';
let exchangedCodes = 0;
let lastNumber = 0;

beforeAll(async () => {
  upstream = await startUpstream();
  platform = await startPlatform({ upstream: upstream.options });
  upstream.register(platform.oauthUrl);
  upstream.instead.handler = ({ path }, _response, next) => {
    if (path === '/token') exchangedCodes += 1;
    next();
  };
});
afterAll(async () => {
  await platform.close();
  await upstream.close();
});

beforeEach(async () => {
  lastNumber += 1;
  const userSubject = `subject${lastNumber}`;
  app = await newExternalApp(platform, { userSubject });
  await app.install();
  upstream.user.subject = userSubject;
  browser = newBrowser();
});

function newBrowser(): Browser {
  return new Browser({
    alsoOn: [upstream.options.issuer],
    send: async (url, init) => {
      if (init.method === 'POST' || !stopAt?.test(url.pathname)) return fetch(url, init);
      stoppedAt = url.href;
      return new Response('');
    },
  });
}

const open = (address: string, by = browser) => by.open(address, platform.oauthUrl);
const signInPage = () => open(app.authorizeUrl(SCOPES));
const accountPage = () => open(`${platform.oauthUrl}/account/apps`);

/** Presses the button of a sign-in page. @returns the address before which the browser stopped */
async function addressAfter(page: Visit, step: RegExp = CALLBACK): Promise<string> {
  stopAt = step;
  await browser.submit(page, {});
  stopAt = undefined;
  return stoppedAt;
}

function outcomeOf({ url, status, html }: Visit): unknown[] {
  return [url.href, status, html.replaceAll(/\s+/g, ' ')];
}

/** Later, where the first answer was lost, and at once: each leads to the same place, and is done once. */
async function expectSameOutcome(address: string, finished: RegExp): Promise<Visit> {
  const audited = (await platform.auditEvents()).length;
  const exchanged = exchangedCodes;
  const [first, ...others] = await Promise.all(
    [browser.copy(), browser.copy(), browser.copy()].map((one) => open(address, one)),
  );
  if (!first) throw new Error('nothing was opened');
  const later = await open(address);
  const latest = await open(address);
  for (const again of [...others, later, latest]) {
    expect(outcomeOf(again)).toEqual(outcomeOf(first));
  }
  expect(first.html + first.url.href).toMatch(finished);
  expect((await platform.auditEvents()).length - audited).toBeLessThanOrEqual(1);
  expect(exchangedCodes - exchanged).toBeLessThanOrEqual(1);
  return latest;
}

describe.each(STEPS)('%s of a sign-in upstream, requested again', (_name, step) => {
  it('leads to the same consent page, which works', async () => {
    const address = await addressAfter(await signInPage(), step);
    const consent = await expectSameOutcome(address, /value="allow"/);
    const { url } = await browser.submit(consent, { decision: 'allow' });
    const code = url.searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri };
    expect((await app.token(grant)).status).toBe(200);
  });

  it('leads to the app with the same code', async () => {
    await browser.submit(await browser.submit(await signInPage(), {}), { decision: 'allow' });
    browser = newBrowser();
    const address = await addressAfter(await signInPage(), step);
    await expectSameOutcome(address, /^https:\/\/app\.example\.com\/callback\?code=/);
  });
});

describe('the callback, requested again', () => {
  it('leads to the account pages', async () => {
    await expectSameOutcome(await addressAfter(await accountPage()), /Signed in as/);
  });

  it.each([
    ['an app', () => signInPage()],
    ['the account pages', () => accountPage()],
  ])(
    'says again that the user refused, in %s, and lets the user try again',
    async (_name, page) => {
      const { subject } = upstream.user;
      upstream.user.subject = undefined;
      const address = await addressAfter(await page());
      const refused = await open(address);
      expect(refused.html).toContain('You were not signed in');
      const again = await open(address);
      expect([again.status, again.url.href]).toEqual([200, refused.url.href]);
      upstream.user.subject = subject;
      expect((await browser.submit(again, {})).html).toMatch(/value="allow"|Signed in as/);
    },
  );

  it.each([
    ['an app', () => signInPage()],
    ['the account pages', () => accountPage()],
  ])('says again that the user is unknown, in %s', async (_name, page) => {
    upstream.user.subject = 'nobody';
    await expectSameOutcome(await addressAfter(await page()), /You have no account here/);
  });

  it.each([
    ['an app', () => open(`${app.authorizeUrl(SCOPES)}&prompt=login`)],
    ['the account pages', () => accountPage()],
  ])('asks again which account is meant, in %s', async (_name, page) => {
    await newExternalApp(platform, { userSubject: upstream.user.subject ?? '' });
    const address = await addressAfter(await page());
    const chooser = await expectSameOutcome(address, /Choose an account/);
    const choice = /name="choice" value="([^"]+)"/.exec(chooser.html)?.[1] ?? '';
    const buttons = chooser.html.matchAll(/name="account" value="([^"]+)".*?<\/button>/gs);
    const [, account = ''] = [...buttons].find(([button]) => button.includes(app.email)) ?? [];
    const chosen = await browser.submit(chooser, { choice, account });
    expect(chosen.html).toMatch(/value="allow"|Signed in as/);
  });

  it('signs nobody in after a sign-out', async () => {
    const address = await addressAfter(await accountPage());
    await browser.submit(await open(address), {}, '/account/sign-out');
    expect((await open(address)).html).not.toContain('Signed in as');
    expect((await accountPage()).html).not.toContain('Signed in as');
  });
});

describe.each([
  ['an app', () => signInPage(), /value="allow"/],
  ['the account pages', () => accountPage(), /Signed in as/],
] as const)('the button of the sign-in page, in %s', (_name, page, finished) => {
  it('pressed twice, leads to the same place', async () => {
    const form = await page();
    const first = await browser.submit(form, {});
    const again = await browser.submit(form, {});
    expect(first.html).toMatch(finished);
    expect(outcomeOf(again)).toEqual(outcomeOf(first));
  });

  it('pressed twice at once, leads to the same place', async () => {
    const form = await page();
    const answers = await Promise.all(
      [browser.copy(), browser.copy()].map((one) => one.submit(form, {})),
    );
    for (const { html } of answers) expect(html).toMatch(finished);
    expect(new Set(answers.map(({ url }) => url.href)).size).toBe(1);
  });
});
