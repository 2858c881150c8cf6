import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { administrator, userOf } from '../flow/administrator.ts';
import { newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { expectToFit, launchChromium, newPage, picture } from './chromium.ts';

const widths = [1280, 390];
const NEW_PASSWORD = 'a new and longer password';
let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  platform = await startPlatform();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

async function expectReadable(page: Page, name: string, width: number): Promise<void> {
  await picture(page, `${name}-${width}`);
  await expectToFit(page);
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.fill('#email', email);
  await page.fill('#password', password);
  await page.click('button');
}

it.each(widths)('a user changes the password on /account, at %i px', async (width) => {
  const app = await newExternalApp(platform);
  const page = await newPage(browser, width);
  await page.goto(`${platform.oauthUrl}/account`);
  await signIn(page, app.email, PASSWORD);
  await page.waitForSelector('#current_password');
  await expectReadable(page, 'account', width);
  await page.fill('#current_password', PASSWORD);
  await page.fill('#password', NEW_PASSWORD);
  await page.click('form[action="/account/password"] button');
  await page.waitForSelector('text=Your password is set');
  await expectReadable(page, 'password-set', width);
  await page.click('a');
  await signIn(page, app.email, NEW_PASSWORD);
  await page.waitForSelector('text=Apps with access');
  await expectReadable(page, 'account-apps', width);
  await page.context().close();
});

it.each(widths)('a user sets a password by a link, at %i px', async (width) => {
  const app = await newExternalApp(platform);
  const call = administrator(platform, app.apiKey);
  const { body } = await call('POST', `/v1/users/${await userOf(platform, app)}/reset-link`);
  const page = await newPage(browser, width);
  await page.goto(body.data.url);
  await expectReadable(page, 'password-link', width);
  await page.fill('#password', NEW_PASSWORD);
  await page.click('button');
  await page.waitForSelector('text=Your password is set');
  await page.goto(body.data.url);
  await page.waitForSelector('text=This link has ended');
  await expectReadable(page, 'password-link-ended', width);
  await page.context().close();
});

it.each(widths)('a user asks an administrator for an app, at %i px', async (width) => {
  const app = await newExternalApp(platform, { userRoles: ['org.permission'] });
  await app.install();
  const call = administrator(platform, app.apiKey);
  await call('PATCH', '/v1/organization', { consentPolicy: 'administrator' });
  const page = await newPage(browser, width);
  await page.goto(app.authorizeUrl(['org.permission.customer', 'org.admin.audit']));
  await signIn(page, app.email, PASSWORD);
  await page.waitForSelector('text=Ask an administrator');
  await expectReadable(page, 'consent-ask', width);
  await page.click('button[value="ask"]');
  await page.waitForSelector('text=An administrator was asked');
  await expectReadable(page, 'consent-asked', width);
  const { body } = await call('GET', '/v1/consent-requests');
  await call('PATCH', `/v1/consent-requests/${body.data[0].id}`, { decision: 'denied' });
  await page.reload();
  await page.waitForSelector('text=An administrator has denied it');
  await expectReadable(page, 'consent-denied', width);
  await page.context().close();
});
