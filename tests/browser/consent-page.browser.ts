import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';
import { type ExternalApp, newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type PlatformProcesses, startPlatformProcesses } from '../flow/platform-processes.ts';
import { RunningProcess } from '../flow/run-process.ts';

/** An image of 24 x 24 pixels. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24"/></svg>';
const definition = {
  title: 'Wide'.repeat(64),
  iconUrl: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  appDetails: { appDeveloper: { name: 'Labs'.repeat(64) } },
};
const screenshots = join(tmpdir(), 'app-platform-screenshots');
let platform: PlatformProcesses;
let browser: Browser;
let app: ExternalApp;

beforeAll(async () => {
  await mkdir(screenshots, { recursive: true });
  platform = await startPlatformProcesses();
  app = await newExternalApp(platform, { definition });
  await app.install();
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
  RunningProcess.endAll();
});

it.each([390, 1280])(
  'wraps long words at a width of %i px, and shows the icon of the definition',
  async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    const fits = async () =>
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        width,
      );
    await page.goto(app.authorizeUrl(['org.permission.customer']));
    await fits();
    await page.fill('input[name=email]', app.email);
    await page.fill('input[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await page.waitForSelector('button[value=allow]');
    await page.screenshot({ path: join(screenshots, `consent-${width}.png`), fullPage: true });
    await fits();
    expect(await page.evaluate("document.querySelector('main img').naturalWidth")).toBe(24);
    await context.close();
  },
);
