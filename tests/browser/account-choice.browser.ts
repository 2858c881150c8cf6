import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type ExternalApp, newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { postJson } from '../flow/post-json.ts';
import { launchChromium } from './chromium.ts';
import { expectWellMade, newWatchedPage, tabTo } from './well-made.ts';

let platform: Platform;
let browser: Browser;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
  app = await newExternalApp(platform);
  await app.install();
  await addOrganization('Initech');
  await addOrganization('Globex'.repeat(20));
  await addOrganization('Acme');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

/** One more organization in which the user of the app has an account with the same password. */
async function addOrganization(name: string): Promise<void> {
  const { registryInternalUrl: registry, oauthInternalUrl, operatorToken } = platform;
  const { id } = await postJson(`${registry}/internal/organizations`, operatorToken, { name });
  const user = { email: app.email, password: PASSWORD, roles: ['org.permission'] };
  await postJson(`${oauthInternalUrl}/internal/accounts`, operatorToken, {
    organizationId: id,
    ...user,
  });
}

async function signIn(page: Page): Promise<void> {
  await page.fill('input[name=email]', app.email);
  await page.fill('input[name=password]', PASSWORD);
  await page.click('button[type=submit]');
}

it('asks for the organization after the password, and continues with a click', async () => {
  const page = await newWatchedPage(browser);
  await page.goto(app.authorizeUrl(['org.permission.customer']));
  await signIn(page);
  expect(await page.textContent('h1')).toBe('Choose an account');
  const names = await page.locator('button[name=account] strong').allTextContents();
  expect(names).toEqual(['Acme', 'Acme', 'Globex'.repeat(20), 'Initech']);
  await expectWellMade(page, 'choose-account');
  await page.getByRole('button', { name: app.organizationId }).click();
  await page.waitForSelector('button[value=allow]');
  await page.context().close();
});

it('asks for it on the account pages, by keyboard', async () => {
  const page = await newWatchedPage(browser);
  await page.goto(`${platform.oauthUrl}/account`);
  await signIn(page);
  await page.waitForSelector('button[name=account]');
  await tabTo(page, 'li:last-child button');
  await page.keyboard.press('Enter');
  await page.waitForSelector(`text=Signed in as ${app.email}`);
  await page.context().close();
});
