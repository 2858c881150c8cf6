import { administrator, postJson } from '@app-platform/testing/http/api-caller';
import { Browser as PlainBrowser } from '@app-platform/testing/http/browser';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { ExternalApp } from '../platform/external-app.ts';
import { newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { startPlatform } from '../platform/platform.ts';
import { browserTests, clickTwice, GAPS } from './browser-tests.ts';

const SCOPES = ['org.permission.customer'];
const NEW_PASSWORD = 'a new and longer password';
/** Of each answer of the store, so that the second click comes before the first one's answer. */
const DELAY_MILLISECONDS = 40;
const on = browserTests(() => startPlatform({ ephemeralDelayMilliseconds: DELAY_MILLISECONDS }));
let app: ExternalApp;
let page: Page;

beforeEach(async () => {
  app = await newExternalApp(on.platform);
  await app.install();
  page = await on.newPage();
  await page.route('https://app.example.com/**', (route) => route.fulfill({ body: 'arrived' }));
  await page.goto(app.authorizeUrl(SCOPES));
});

async function fillSignIn(): Promise<void> {
  await page.fill('input[name=email]', app.email);
  await page.fill('input[name=password]', PASSWORD);
}

async function expectArrival(): Promise<void> {
  await page.waitForSelector('text=arrived');
  const { searchParams } = new URL(page.url());
  const grant = { grant_type: 'authorization_code', redirect_uri: app.redirectUri };
  const answer = await app.token({ ...grant, code: searchParams.get('code') ?? '' });
  expect(answer.status).toBe(200);
}

describe.each(GAPS)('two clicks %d ms apart', (gap) => {
  it('on Sign in lead to the consent page, and on Allow to the app', async () => {
    await fillSignIn();
    await clickTwice(page, 'button[type=submit]', gap);
    await page.waitForSelector('button[value=allow]');
    await clickTwice(page, 'button[value=allow]', gap);
    await expectArrival();
  });
});

it('Enter, pressed twice, leads to the consent page', async () => {
  await fillSignIn();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.waitForSelector('button[value=allow]');
});

/** As in a sign-in that fits accounts of two organizations. */
async function createSecondAccount(): Promise<void> {
  const registry = `${on.platform.registryInternalUrl}/internal/organizations`;
  const { id } = await postJson(registry, on.platform.operatorToken, { name: 'Initech' });
  const account = { organizationId: id, email: app.email, password: PASSWORD, roles: [] };
  await postJson(
    `${on.platform.oauthInternalUrl}/internal/accounts`,
    on.platform.operatorToken,
    account,
  );
}

async function allowElsewhere(): Promise<void> {
  const other = new PlainBrowser();
  const form = await other.open(app.authorizeUrl(SCOPES), on.platform.oauthUrl);
  const consent = await other.submit(form, { email: app.email, password: PASSWORD });
  await other.submit(consent, { decision: 'allow' });
}

/** The page comes, and stays when the browser has nothing left to load. */
async function expectToEndAt(text: string): Promise<void> {
  await page.waitForSelector(`text=${text}`);
  await page.waitForLoadState('networkidle');
  expect(await page.textContent('main')).toContain(text);
}

async function openAccount(): Promise<void> {
  await page.goto(`${on.platform.oauthUrl}/account`);
  await fillSignIn();
}

async function signInToAccount(): Promise<void> {
  await openAccount();
  await page.click('button[type=submit]');
}

/** A click that comes later is one on the next page. */
const GAPS_BEFORE_ANSWER = GAPS.slice(0, 2);

describe.each(GAPS_BEFORE_ANSWER)('on the account pages, two clicks %d ms apart', (gap) => {
  it('sign in, and sign out', async () => {
    await openAccount();
    await clickTwice(page, 'button[type=submit]', gap);
    await expectToEndAt('Signed in as');
    await clickTwice(page, 'form[action="/account/sign-out"] button', gap);
    await expectToEndAt('to continue to your account');
  });

  it('choose an account', async () => {
    await createSecondAccount();
    await signInToAccount();
    await page.waitForSelector('button[name=account]');
    await clickTwice(page, 'li:first-child button[name=account]', gap);
    await expectToEndAt('Signed in as');
  });

  it('change the password', async () => {
    await signInToAccount();
    await page.waitForSelector('#current_password');
    await page.fill('#current_password', PASSWORD);
    await page.fill('#password', NEW_PASSWORD);
    await clickTwice(page, 'form[action="/account/password"] button', gap);
    await expectToEndAt('Your password is set');
  });

  it('set a password by a link', async () => {
    const call = administrator(on.platform, app.apiKey);
    const { body } = await call('POST', `/v1/users/${await userOf(on.platform, app)}/reset-link`);
    await page.goto(body.data.url);
    await page.fill('#password', NEW_PASSWORD);
    await clickTwice(page, 'button[type=submit]', gap);
    await expectToEndAt('Your password is set');
  });

  it('end the access of an app', async () => {
    await allowElsewhere();
    await signInToAccount();
    await page.waitForSelector('#current_password');
    await page.goto(`${on.platform.oauthUrl}/account/apps`);
    await clickTwice(page, 'form[action="/account/apps/revoke"] button', gap);
    await expectToEndAt('No app has access');
  });
});
