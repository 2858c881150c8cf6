import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type ExternalApp, newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { launchChromium } from './chromium.ts';
import { expectWellMade, newWatchedPage } from './well-made.ts';

let platform: Platform;
let browser: Browser;
/** Of the user who is signed in, and of an organization that has another app. */
let own: ExternalApp;
let other: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
  own = await newExternalApp(platform);
  other = await newExternalApp(platform);
  await other.install();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

async function signIn(page: Page, { email }: ExternalApp): Promise<void> {
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', PASSWORD);
  await page.click('button[type=submit]');
}

it('leads from an app of another organization to its consent page, as another user', async () => {
  const page = await newWatchedPage(browser);
  await page.goto(`${platform.oauthUrl}/account`);
  await signIn(page, own);
  await page.waitForSelector('text=Signed in as');
  const answer = await page.goto(other.authorizeUrl(['org.permission.customer'], 'kept'));
  expect(answer?.status()).toBe(400);
  await page.waitForSelector(`text=You are signed in as ${own.email} of Acme.`);
  await expectWellMade(page, 'another-account');
  await page.click('text=Use another account');
  await signIn(page, other);
  await page.waitForSelector('button[value=allow]');
  expect(await page.textContent('main')).toContain(`as ${other.email}`);
  await expectWellMade(page, 'another-account-consent');
  let arrived = '';
  await page.route('https://app.example.com/**', (route) => {
    arrived = route.request().url();
    return route.fulfill({ body: 'arrived' });
  });
  await page.click('button[value=allow]');
  await page.waitForSelector('text=arrived');
  const { searchParams } = new URL(arrived);
  expect([searchParams.get('state'), Boolean(searchParams.get('code'))]).toEqual(['kept', true]);
  await page.context().close();
});

it('switches the account on the account pages', async () => {
  const page = await newWatchedPage(browser);
  await page.goto(`${platform.oauthUrl}/account`);
  await signIn(page, own);
  await page.waitForSelector(`text=Signed in as ${own.email}`);
  await expectWellMade(page, 'account-switch');
  await page.click('text=Use another account');
  await signIn(page, other);
  await page.waitForSelector(`text=Signed in as ${other.email}`);
  await page.context().close();
});
