import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { administrator, userOf } from '../flow/administrator.ts';
import { Browser as PlainBrowser } from '../flow/browser.ts';
import { newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { launchChromium } from './chromium.ts';
import { expectWellMade, newWatchedPage, tabTo } from './well-made.ts';

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

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.fill('#email', email);
  await page.fill('#password', password);
  await page.click('button');
}

it('a user changes the password on /account', async () => {
  const app = await newExternalApp(platform);
  const page = await newWatchedPage(browser);
  await page.goto(`${platform.oauthUrl}/account`);
  expect(await page.textContent('main')).toMatch(/Sign in\s+to continue to your account/);
  await expectWellMade(page, 'account-sign-in');
  await signIn(page, app.email, PASSWORD);
  await page.waitForSelector('#current_password');
  await expectWellMade(page, 'account');
  await page.fill('#current_password', 'wrong');
  await page.fill('#password', NEW_PASSWORD);
  await page.click('form[action="/account/password"] button');
  await page.waitForSelector('#current_password[aria-describedby=fault]:focus');
  await expectWellMade(page, 'account-wrong-password');
  await page.fill('#current_password', PASSWORD);
  await page.fill('#password', NEW_PASSWORD);
  await page.click('form[action="/account/password"] button');
  await page.waitForSelector('text=Your password is set');
  await expectWellMade(page, 'password-set');
  await page.click('a');
  await signIn(page, app.email, NEW_PASSWORD);
  await page.waitForSelector('text=Apps with access');
  await expectWellMade(page, 'account-no-apps');
  await page.context().close();
});

it('a user sees the apps that have access, and ends the access of one, by keyboard', async () => {
  const app = await newExternalApp(platform, { definition: { title: 'Loyalty points' } });
  await app.install();
  const earlier = new PlainBrowser();
  const address = app.authorizeUrl(['org.permission.customer', 'offline_access']);
  const form = await earlier.open(address, platform.oauthUrl);
  const consent = await earlier.submit(form, { email: app.email, password: PASSWORD });
  await earlier.submit(consent, { decision: 'allow' });
  const page = await newWatchedPage(browser);
  await page.goto(`${platform.oauthUrl}/account/apps`);
  await signIn(page, app.email, PASSWORD);
  await page.waitForSelector('text=Loyalty points');
  await expectWellMade(page, 'account-apps');
  await tabTo(page, 'form[action="/account/apps/revoke"] button');
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=No app has access');
  await page.context().close();
});

it('a user sets a password by a link', async () => {
  const app = await newExternalApp(platform);
  const call = administrator(platform, app.apiKey);
  const { body } = await call('POST', `/v1/users/${await userOf(platform, app)}/reset-link`);
  const page = await newWatchedPage(browser);
  await page.goto(body.data.url);
  expect(await page.textContent('main')).toContain(`For ${app.email} of Acme.`);
  await expectWellMade(page, 'password-link');
  // Chromium itself refuses a password that is too short.
  await page.evaluate("document.querySelector('#password').removeAttribute('minlength')");
  await page.fill('#password', 'short');
  await page.click('button');
  await page.waitForSelector('text=Choose a password of at least 8 characters');
  await expectWellMade(page, 'password-link-refused');
  await page.fill('#password', NEW_PASSWORD);
  await page.click('button');
  await page.waitForSelector('text=Your password is set');
  await page.goto(body.data.url);
  await page.waitForSelector('text=This link has ended');
  await expectWellMade(page, 'password-link-ended');
  await page.context().close();
});

it('a user asks an administrator for an app', async () => {
  const app = await newExternalApp(platform, { userRoles: ['org.permission'] });
  await app.install();
  const call = administrator(platform, app.apiKey);
  await call('PATCH', '/v1/organization', { consentPolicy: 'administrator' });
  const page = await newWatchedPage(browser);
  await page.goto(app.authorizeUrl(['org.permission.customer', 'org.admin.audit']));
  await signIn(page, app.email, PASSWORD);
  await page.waitForSelector('text=Ask an administrator');
  await expectWellMade(page, 'consent-ask');
  await page.click('button[value="ask"]');
  await page.waitForSelector('text=An administrator was asked');
  await expectWellMade(page, 'consent-asked');
  const { body } = await call('GET', '/v1/consent-requests');
  await call('PATCH', `/v1/consent-requests/${body.data[0].id}`, { decision: 'denied' });
  await page.reload();
  await page.waitForSelector('text=An administrator has denied it');
  await expectWellMade(page, 'consent-denied');
  await page.context().close();
});
