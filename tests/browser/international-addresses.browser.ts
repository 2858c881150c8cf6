import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { administrator } from '../flow/administrator.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { launchChromium } from './chromium.ts';
import { expectWellMade, newWatchedPage } from './well-made.ts';

let platform: Platform;
let browser: Browser;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
  app = await newExternalApp(platform);
  await app.install();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

it.each([
  ['an international domain', 'x@b\u00fccher.example'],
  ['an accent in the name', 'zo\u00eb@acme.example'],
])('a person signs in with %s', async (_name, email) => {
  const user = { email, password: PASSWORD, roles: ['org.permission'] };
  const created = await administrator(platform, app.apiKey)('POST', '/v1/users', user);
  expect(created.status).toBe(201);
  const page = await newWatchedPage(browser);
  await page.goto(app.authorizeUrl(['org.permission.customer']));
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', 'not the password');
  await page.click('button[type=submit]');
  await page.getByRole('alert').waitFor();
  expect(await page.inputValue('input[name=email]')).toBe(email);
  await expectWellMade(page, 'sign-in-international');
  await page.fill('input[name=password]', PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForSelector('button[value=allow]');
  await page.context().close();
});
