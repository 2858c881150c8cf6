import { administrator, postJson } from '@app-platform/testing/http/api-caller';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { browserTests, signIn } from './browser-tests.ts';
import { expectWellMade, tabTo } from './well-made.ts';

const SCOPES = ['org.permission.customer'];
const on = browserTests();
/** Each of an organization of its own, with an app that is installed. */
let own: ExternalApp;
let other: ExternalApp;

beforeAll(async () => {
  own = await newExternalApp(on.platform);
  other = await newExternalApp(on.platform);
  await own.install();
  await other.install();
});

it.each([
  ['an international domain', 'x@b\u00fccher.example'],
  ['an accent in the name', 'zo\u00eb@acme.example'],
])('a person signs in with %s', async (_name, email) => {
  const user = { email, password: PASSWORD, roles: ['org.permission'] };
  const created = await administrator(on.platform, own.apiKey)('POST', '/v1/users', user);
  expect(created.status).toBe(201);
  const page = await on.newPage();
  await page.goto(own.authorizeUrl(SCOPES));
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', 'not the password');
  await page.click('button[type=submit]');
  await page.getByRole('alert').waitFor();
  expect(await page.inputValue('input[name=email]')).toBe(email);
  await expectWellMade(page, 'sign-in-international');
  await page.fill('input[name=password]', PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForSelector('button[value=allow]');
});

async function openTab(context: BrowserContext, app: ExternalApp): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(app.authorizeUrl(SCOPES));
  return tab;
}

it('shows the consent page at once to another person, who signs in in a second tab', async () => {
  const context = (await on.newPage()).context();
  const tabs = [await openTab(context, own), await openTab(context, other)] as const;
  await signIn(tabs[0], own.email);
  await tabs[0].waitForSelector('button[value=allow]');
  await signIn(tabs[1], other.email);
  await tabs[1].waitForSelector('button[value=allow]');
  expect(await tabs[1].textContent('main')).toContain(`as ${other.email}`);
  const account = await context.newPage();
  await account.goto(`${on.platform.oauthUrl}/account`);
  expect(await account.textContent('main')).toContain(`Signed in as ${other.email}`);
  // The first person's page must not act for the second person.
  await tabs[0].click('button[value=allow]');
  await tabs[0].waitForSelector('text=This sign-in has ended');
});

it('leads from an app of another organization to its consent page, as another user', async () => {
  const page = await on.newPage();
  await page.goto(`${on.platform.oauthUrl}/account`);
  await signIn(page, own.email);
  await page.waitForSelector('text=Signed in as');
  const answer = await page.goto(other.authorizeUrl(SCOPES, 'kept'));
  expect(answer?.status()).toBe(400);
  await page.waitForSelector(`text=You are signed in as ${own.email} of Acme.`);
  await expectWellMade(page, 'another-account');
  await page.click('text=Use another account');
  await signIn(page, other.email);
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
});

it('switches the account on the account pages', async () => {
  const page = await on.newPage();
  await page.goto(`${on.platform.oauthUrl}/account`);
  await signIn(page, own.email);
  await page.waitForSelector(`text=Signed in as ${own.email}`);
  await expectWellMade(page, 'account-switch');
  await page.click('text=Use another account');
  await signIn(page, other.email);
  await page.waitForSelector(`text=Signed in as ${other.email}`);
});

describe('a person with accounts in several organizations', () => {
  let app: ExternalApp;

  beforeAll(async () => {
    app = await newExternalApp(on.platform);
    await app.install();
    await addOrganization('Initech');
    await addOrganization('Globex'.repeat(20));
    await addOrganization('Acme');
  });

  /** One more organization in which the user of the app has an account with the same password. */
  async function addOrganization(name: string): Promise<void> {
    const { registryInternalUrl: registry, oauthInternalUrl, operatorToken } = on.platform;
    const { id } = await postJson(`${registry}/internal/organizations`, operatorToken, { name });
    const user = { email: app.email, password: PASSWORD, roles: ['org.permission'] };
    await postJson(`${oauthInternalUrl}/internal/accounts`, operatorToken, {
      organizationId: id,
      ...user,
    });
  }

  it('asks for the organization after the password, and continues with a click', async () => {
    const page = await on.newPage();
    await page.goto(app.authorizeUrl(SCOPES));
    await signIn(page, app.email);
    expect(await page.textContent('h1')).toBe('Choose an account');
    const names = await page.locator('button[name=account] strong').allTextContents();
    expect(names).toEqual(['Acme', 'Acme', 'Globex'.repeat(20), 'Initech']);
    await expectWellMade(page, 'choose-account');
    await page.getByRole('button', { name: app.organizationId }).click();
    await page.waitForSelector('button[value=allow]');
  });

  it('asks for it on the account pages, by keyboard', async () => {
    const page = await on.newPage();
    await page.goto(`${on.platform.oauthUrl}/account`);
    await signIn(page, app.email);
    await page.waitForSelector('button[name=account]');
    await tabTo(page, 'li:last-child button');
    await page.keyboard.press('Enter');
    await page.waitForSelector(`text=Signed in as ${app.email}`);
  });
});
