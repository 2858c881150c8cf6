import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { startPlatform } from '../platform/platform.ts';
import { startUpstream, type Upstream } from '../platform/upstream.ts';
import { browserTests, clickTwice, GAPS } from './browser-tests.ts';
import { expectWellMade } from './well-made.ts';

const SUBJECT = 'somebody';
let upstream: Upstream;
const on = browserTests(async () => {
  upstream = await startUpstream();
  upstream.user.subject = SUBJECT;
  return startPlatform({ upstream: upstream.options, ephemeralDelayMilliseconds: 40 });
});
let app: ExternalApp;

beforeAll(async () => {
  upstream.register(on.platform.oauthUrl);
  app = await newExternalApp(on.platform, { userSubject: SUBJECT });
  await app.install();
});
afterAll(() => upstream?.close());

/** The upstream provider is another site here, so the rules for cookies are those of real life. */
describe('in a real browser, signing in upstream', () => {
  it('leads from the button to the consent page', async () => {
    const page = await on.newPage();
    await page.goto(app.authorizeUrl(['org.permission.customer']));
    await expectWellMade(page, 'upstream-sign-in');
    await page.goto(`${page.url()}?upstream=denied`);
    expect(await page.textContent('[role=alert]')).toContain('You were not signed in');
    await expectWellMade(page, 'upstream-denied');
    await page.click('button');
    await page.waitForSelector('button[value=allow]');
    expect(await page.textContent('p')).toContain(app.email);
  });

  it('leads to the account pages, and out of them', async () => {
    const page = await on.newPage();
    const address = `${on.platform.oauthUrl}/account/apps`;
    await page.goto(address);
    await page.click('button');
    await page.waitForURL(address);
    expect(await page.textContent('p')).toBe(`Signed in as ${app.email}.`);
    await page.click('text=Sign out');
    await page.waitForSelector('text=Sign in with');
  });
});

describe.each(GAPS)('two clicks %d ms apart on the button', (gap) => {
  it.each([
    ['an app', () => app.authorizeUrl(['org.permission.customer']), 'button[value=allow]'],
    ['the account pages', () => `${on.platform.oauthUrl}/account/apps`, 'text=Signed in as'],
  ])('lead to the page after the sign-in, of %s', async (_name, address, next) => {
    const page = await on.newPage();
    await page.goto(address());
    await clickTwice(page, 'button', gap);
    await page.waitForSelector(next);
    await page.waitForLoadState('networkidle');
    expect(await page.locator(next).count()).toBe(1);
  });
});

it('a callback and a result that are loaded again lead to the consent page', async () => {
  const page = await on.newPage();
  const addresses: string[] = [];
  page.on('request', (request) => void addresses.push(request.url()));
  await page.goto(app.authorizeUrl(['org.permission.customer']));
  await page.click('button');
  await page.waitForSelector('button[value=allow]');
  const consent = page.url();
  for (const path of ['/upstream/callback?', '/upstream?result=']) {
    await page.goto(addresses.find((address) => address.includes(path)) ?? '');
    expect(page.url()).toBe(consent);
  }
  await page.reload();
  await page.waitForSelector('button[value=allow]');
});

it('a sign-in that the upstream provider refuses is a page from which it begins again', async () => {
  const page = await on.newPage();
  await page.goto(app.authorizeUrl(['org.permission.customer']));
  await page.goto(`${on.platform.oauthUrl}/upstream/callback?state=unknown&code=unknown`);
  await page.waitForSelector('text=This sign-in cannot continue');
  await expectWellMade(page, 'upstream-refused');
  await page.click('a.button');
  await page.waitForSelector('button');
  expect(await page.textContent('main')).toContain('to continue to your account');
});
