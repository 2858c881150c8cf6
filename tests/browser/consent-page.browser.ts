import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type ExternalApp, newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type PlatformProcesses, startPlatformProcesses } from '../flow/platform-processes.ts';
import { RunningProcess } from '../flow/run-process.ts';
import { expectToFit, launchChromium, newPage, picture } from './chromium.ts';

/** An image of 24 x 24 pixels. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24"/></svg>';
const definition = {
  title: 'Wide'.repeat(64),
  iconUrl: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  appDetails: { appDeveloper: { name: 'Labs'.repeat(64) } },
};
let platform: PlatformProcesses;
let browser: Browser;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatformProcesses();
  app = await newExternalApp(platform, { definition });
  await app.install();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
  RunningProcess.endAll();
});

it.each([390, 1280])(
  'wraps long words at a width of %i px, and shows the icon of the definition',
  async (width) => {
    const page = await newPage(browser, width);
    await page.goto(app.authorizeUrl(['org.permission.customer']));
    await expectToFit(page);
    await page.fill('input[name=email]', app.email);
    await page.fill('input[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await page.waitForSelector('button[value=allow]');
    await picture(page, `consent-${width}`);
    await expectToFit(page);
    expect(await page.evaluate("document.querySelector('main img').naturalWidth")).toBe(24);
    await page.context().close();
  },
);
