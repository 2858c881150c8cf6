import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type ExternalApp, newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { launchChromium } from './chromium.ts';

const SCOPES = ['org.permission.customer'];
let platform: Platform;
let browser: Browser;
let first: ExternalApp;
let second: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
  first = await newExternalApp(platform);
  second = await newExternalApp(platform);
  await first.install();
  await second.install();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

async function openTab(context: BrowserContext, app: ExternalApp): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(app.authorizeUrl(SCOPES));
  return tab;
}

async function signIn(tab: Page, { email }: ExternalApp): Promise<void> {
  await tab.fill('input[name=email]', email);
  await tab.fill('input[name=password]', PASSWORD);
  await tab.click('button[type=submit]');
}

it('shows the consent page at once to another person, who signs in in a second tab', async () => {
  const context = await browser.newContext();
  const tabs = [await openTab(context, first), await openTab(context, second)] as const;
  await signIn(tabs[0], first);
  await tabs[0].waitForSelector('button[value=allow]');
  await signIn(tabs[1], second);
  await tabs[1].waitForSelector('button[value=allow]', { timeout: 5_000 });
  expect(await tabs[1].textContent('main')).toContain(`as ${second.email}`);
  const account = await context.newPage();
  await account.goto(`${platform.oauthUrl}/account`);
  expect(await account.textContent('main')).toContain(`Signed in as ${second.email}`);
  // The first person's page must not act for the second person.
  await tabs[0].click('button[value=allow]');
  await tabs[0].waitForSelector('text=This sign-in has ended');
  await context.close();
});
