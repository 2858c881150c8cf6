import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type ExternalApp, newExternalApp } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { startUpstream, type Upstream } from '../flow/upstream.ts';
import { launchChromium } from './chromium.ts';
import { expectWellMade, newWatchedPage } from './well-made.ts';

const SUBJECT = 'somebody';
let upstream: Upstream;
let platform: Platform;
let app: ExternalApp;
let browser: Browser;

beforeAll(async () => {
  upstream = await startUpstream();
  upstream.user.subject = SUBJECT;
  platform = await startPlatform({ upstream: upstream.options });
  upstream.register(platform.oauthUrl);
  app = await newExternalApp(platform, { userSubject: SUBJECT });
  await app.install();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
  await upstream?.close();
});

/** The upstream provider is another site here, so the rules for cookies are those of real life. */
describe('in a real browser, signing in upstream', () => {
  it('leads from the button to the consent page', async () => {
    const page = await newWatchedPage(browser);
    await page.goto(app.authorizeUrl(['org.permission.customer']));
    await expectWellMade(page, 'upstream-sign-in');
    await page.goto(`${page.url()}?upstream=denied`);
    expect(await page.textContent('[role=alert]')).toContain('You were not signed in');
    await expectWellMade(page, 'upstream-denied');
    await page.click('button');
    await page.waitForSelector('button[value=allow]');
    expect(await page.textContent('p')).toContain(app.email);
    await page.context().close();
  });

  it('leads to the account pages, and out of them', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const address = `${platform.oauthUrl}/account/apps`;
    await page.goto(address);
    await page.click('button');
    await page.waitForURL(address);
    expect(await page.textContent('p')).toBe(`Signed in as ${app.email}.`);
    await page.click('text=Sign out');
    await page.waitForSelector('text=Sign in with');
    await context.close();
  });
});
