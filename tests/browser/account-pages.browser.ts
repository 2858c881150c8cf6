import { administrator } from '@app-platform/testing/http/api-caller';
import { Browser as PlainBrowser } from '@app-platform/testing/http/browser';
import { afterAll, expect, it } from '@jest/globals';
import { newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { MailServer } from '../platform/mail-server.ts';
import { startPlatform } from '../platform/platform.ts';
import { browserTests, signIn } from './browser-tests.ts';
import { expectWellMade, tabTo } from './well-made.ts';

let mailServer: MailServer;
const on = browserTests(async () => {
  mailServer = await MailServer.start();
  return startPlatform({ mailer: mailServer.mailer() });
});
afterAll(() => mailServer.close());

const NEW_PASSWORD = 'a new and longer password';

it('a user changes the password on /account', async () => {
  const app = await newExternalApp(on.platform);
  const page = await on.newPage();
  await page.goto(`${on.platform.oauthUrl}/account`);
  expect(await page.textContent('main')).toMatch(/Sign in\s+to continue to your account/);
  await expectWellMade(page, 'account-sign-in');
  await signIn(page, app.email);
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
});

it('a user sees the apps that have access, and ends the access of one, by keyboard', async () => {
  const app = await newExternalApp(on.platform, { definition: { title: 'Loyalty points' } });
  await app.install();
  const earlier = new PlainBrowser();
  const address = app.authorizeUrl(['org.permission.customer', 'offline_access']);
  const form = await earlier.open(address, on.platform.oauthUrl);
  const consent = await earlier.submit(form, { email: app.email, password: PASSWORD });
  await earlier.submit(consent, { decision: 'allow' });
  const page = await on.newPage();
  await page.goto(`${on.platform.oauthUrl}/account/apps`);
  await signIn(page, app.email);
  await page.waitForSelector('text=Loyalty points');
  await expectWellMade(page, 'account-apps');
  await tabTo(page, 'form[action="/account/apps/revoke"] button');
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=No app has access');
});

it('a user asks for a link to replace a forgotten password, by keyboard', async () => {
  const app = await newExternalApp(on.platform);
  const page = await on.newPage();
  await page.goto(`${on.platform.oauthUrl}/account`);
  await tabTo(page, 'a[href="/account/forgotten-password"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=Set a new password');
  await expectWellMade(page, 'forgotten-password');
  await page.fill('#email', app.email);
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=Look into your mail');
  await expectWellMade(page, 'forgotten-password-mailed');
  expect(await mailServer.mailTo(app.email)).toContain('/account/password-link?token=');
});

it('a user sets a password by a link', async () => {
  const app = await newExternalApp(on.platform);
  const call = administrator(on.platform, app.apiKey);
  const { body } = await call('POST', `/v1/users/${await userOf(on.platform, app)}/reset-link`);
  const page = await on.newPage();
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
});

it('a user asks an administrator for an app', async () => {
  const app = await newExternalApp(on.platform, { userRoles: ['org.permission'] });
  await app.install();
  const call = administrator(on.platform, app.apiKey);
  await call('PATCH', '/v1/organization', { consentPolicy: 'administrator' });
  const page = await on.newPage();
  await page.goto(app.authorizeUrl(['org.permission.customer', 'org.admin.audit']));
  await signIn(page, app.email);
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
});
