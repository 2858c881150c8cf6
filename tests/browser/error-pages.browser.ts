import { startTutorialApp } from '@app-platform/tooling/tutorial-app';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type ExternalApp, newExternalApp } from '../flow/external-app.ts';
import { freePort } from '../flow/free-ports.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { expectToFit, launchChromium, newPage, picture } from './chromium.ts';

const widths = [1280, 390];
let platform: Platform;
let browser: Browser;
let app: ExternalApp;
let callback: Awaited<ReturnType<typeof startTutorialApp>>;

beforeAll(async () => {
  platform = await startPlatform({
    signInLimits: { wrongPerAccount: 10, wrongPerNetwork: 50, openPerNetwork: widths.length },
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

async function open(address: string, width: number): Promise<Page> {
  const page = await newPage(browser, width);
  await page.goto(address);
  return page;
}

async function expectReadable(page: Page, name: string, width: number): Promise<void> {
  await picture(page, `${name}-${width}`);
  await expectToFit(page);
}

it.each(widths)(
  'an error of the app is a page that continues to the app, at %i px',
  async (width) => {
    const page = await open(app.authorizeUrl(['unheard-of'], 's'.repeat(300)), width);
    await page.waitForSelector('h1');
    await expectReadable(page, 'app-error', width);
    await page.click('a.button');
    await page.waitForURL(/127\.0\.0\.1:\d+\/callback\?.*error=invalid_scope/);
    await page.context().close();
  },
);

it.each(widths)('too many unfinished sign-ins are a page, at %i px', async (width) => {
  for (const _ of widths) await (await open(app.authorizeUrl(['org.permission']), width)).close();
  const page = await open(app.authorizeUrl(['org.permission']), width);
  expect(await page.textContent('h1')).toBe('Too many unfinished sign-ins');
  await expectReadable(page, 'too-many-sign-ins', width);
  await page.context().close();
});
