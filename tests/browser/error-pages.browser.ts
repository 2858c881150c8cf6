import { startTutorialApp } from '@app-platform/tooling/tutorial-app';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type ExternalApp, newExternalApp } from '../flow/external-app.ts';
import { driverError, FaultyDriver } from '../flow/faulty-driver.ts';
import { freePort } from '../flow/free-ports.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { launchChromium } from './chromium.ts';
import { expectWellMade, newWatchedPage, tabTo } from './well-made.ts';

const OPEN_SIGN_INS = 2;
const driver = new FaultyDriver();
let platform: Platform;
let browser: Browser;
let app: ExternalApp;
let callback: Awaited<ReturnType<typeof startTutorialApp>>;

beforeAll(async () => {
  platform = await startPlatform({
    signInLimits: { wrongPerAccount: 10, wrongPerNetwork: 50, openPerNetwork: OPEN_SIGN_INS },
    aroundDatabase: driver.around,
  });
  const port = await freePort();
  callback = await startTutorialApp(port);
  app = await newExternalApp(platform, { redirectUri: `http://127.0.0.1:${port}/callback` });
  await app.install();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  callback?.close();
  await platform?.close();
});

it('an error of the app is a page that continues to the app, by keyboard', async () => {
  const page = await newWatchedPage(browser);
  await page.goto(app.authorizeUrl(['unheard-of'], 's'.repeat(300)));
  await expectWellMade(page, 'app-error');
  await tabTo(page, 'a.button');
  await page.keyboard.press('Enter');
  await page.waitForURL(/127\.0\.0\.1:\d+\/callback\?.*error=invalid_scope/);
  await page.context().close();
});

it('a request that must not be redirected is a page', async () => {
  const page = await newWatchedPage(browser);
  await page.goto(app.authorizeUrl(['org.permission']).replace(app.clientId, 'nobody'));
  expect(await page.textContent('[role=alert]')).toBe('there is no such client');
  await expectWellMade(page, 'error');
  await page.context().close();
});

it('an outage is a page', async () => {
  const page = await newWatchedPage(browser);
  await page.goto(app.authorizeUrl(['org.permission']));
  driver.fault = { statement: /account/i, error: driverError({ kind: 'ConnectionClosed' }) };
  await page.fill('#email', app.email);
  await page.fill('#password', 'any password');
  await page.click('button');
  await page.waitForSelector('text=Please try again in a moment');
  driver.fault = undefined;
  await expectWellMade(page, 'outage');
  await page.context().close();
});

it('too many unfinished sign-ins are a page', async () => {
  for (let opened = 0; opened < OPEN_SIGN_INS; opened += 1) {
    const page = await newWatchedPage(browser);
    await page.goto(app.authorizeUrl(['org.permission']));
    await page.context().close();
  }
  const page = await newWatchedPage(browser);
  await page.goto(app.authorizeUrl(['org.permission']));
  expect(await page.textContent('h1')).toBe('Too many unfinished sign-ins');
  await expectWellMade(page, 'too-many-sign-ins');
  await page.context().close();
});
