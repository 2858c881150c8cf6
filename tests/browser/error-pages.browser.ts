import { freePort } from '@app-platform/testing/processes/free-ports';
import { driverError, FaultyDriver } from '@app-platform/testing/statements/watched-driver';
import { startTutorialApp } from '@app-platform/testing/tutorial-app';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { startPlatform } from '../platform/platform.ts';
import { browserTests, signIn } from './browser-tests.ts';
import { expectWellMade, tabTo } from './well-made.ts';

const OPEN_SIGN_INS = 2;
const driver = new FaultyDriver();
const on = browserTests(() =>
  startPlatform({
    signInLimits: { wrongPerAccount: 10, wrongPerNetwork: 50, openPerNetwork: OPEN_SIGN_INS },
    aroundDatabase: driver.around,
  }),
);
let app: ExternalApp;
let callback: Awaited<ReturnType<typeof startTutorialApp>>;

beforeAll(async () => {
  const port = await freePort();
  callback = await startTutorialApp(port);
  app = await newExternalApp(on.platform, { redirectUri: `http://127.0.0.1:${port}/callback` });
  await app.install();
});
afterEach(() => {
  driver.fault = undefined;
});
afterAll(() => void callback?.close());

it('an error of the app is a page that continues to the app, by keyboard', async () => {
  const page = await on.newPage();
  await page.goto(app.authorizeUrl(['unheard-of'], 's'.repeat(300)));
  await expectWellMade(page, 'app-error');
  await tabTo(page, 'a.button');
  await page.keyboard.press('Enter');
  await page.waitForURL(/127\.0\.0\.1:\d+\/callback\?.*error=invalid_scope/);
});

it('a request that must not be redirected is a page', async () => {
  const page = await on.newPage();
  await page.goto(app.authorizeUrl(['org.permission']).replace(app.clientId, 'nobody'));
  expect(await page.textContent('[role=alert]')).toBe('there is no such client');
  await expectWellMade(page, 'error');
});

it('a sign-in that has ended is a page that leads to the app, by keyboard', async () => {
  const page = await on.newPage();
  await page.goto(app.authorizeUrl(['org.permission']));
  await on.platform.passEphemeral(3_660);
  await signIn(page, app.email, 'any password');
  await page.waitForSelector('text=This sign-in has ended');
  await expectWellMade(page, 'sign-in-ended');
  await tabTo(page, 'a.button');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${new URL(app.redirectUri).origin}/`);
});

it('an address that nothing is at is a page with a way out', async () => {
  const page = await on.newPage();
  await page.goto(`${on.platform.oauthUrl}/nope`);
  expect(await page.textContent('h1')).toBe('There is no page at this address');
  await expectWellMade(page, 'unknown-address');
});

it('where no mail is sent, a page says whom to ask for a new password', async () => {
  const page = await on.newPage();
  await page.goto(`${on.platform.oauthUrl}/account/forgotten-password`);
  expect(await page.textContent('main')).toContain('Ask an administrator of your organization');
  await expectWellMade(page, 'forgotten-password-no-mail');
});

it('an outage is a page', async () => {
  const page = await on.newPage();
  await page.goto(app.authorizeUrl(['org.permission']));
  driver.fault = { statement: /account/i, error: driverError({ kind: 'ConnectionClosed' }) };
  await signIn(page, app.email, 'any password');
  await page.waitForSelector('text=Please try again in a moment');
  await expectWellMade(page, 'outage');
});

it('too many unfinished sign-ins are a page', async () => {
  for (let opened = 0; opened < OPEN_SIGN_INS; opened += 1) {
    const page = await on.newPage();
    await page.goto(app.authorizeUrl(['org.permission']));
    await page.context().close();
  }
  const page = await on.newPage();
  await page.goto(app.authorizeUrl(['org.permission']));
  expect(await page.textContent('h1')).toBe('Too many unfinished sign-ins');
  await expectWellMade(page, 'too-many-sign-ins');
});
