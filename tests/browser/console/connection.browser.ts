import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectNoAxeViolations, expectWellMade } from '../well-made.ts';
import { ADMINISTRATOR, consoleTests, type Organization } from './console-platform.ts';

/** The client then waits 5 seconds for an answer instead of 30. */
const FASTER = `
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 6);`;

let acme: Organization;
let page: Page;

const { link, heading, show, expectComplaints } = consoleTests(async (platform) => {
  acme = await platform.newOrganization('Acme');
  await acme.register({ app: 'points', title: 'Loyalty points' });
  page = await platform.share(await acme.newUser(ADMINISTRATOR));
});

const installedLink = () => page.getByRole('link', { name: /^Installed/ });
const notice = () => page.getByRole('status').filter({ hasText: 'cannot be reached' });

/** What Chromium says about the failures of these tests. */
const EXPECTED = /net::ERR_|status of 404 |Failed to fetch dynamically imported module/;

it('says busy and slow beside each other, and each ends with its answer', async () => {
  await show('/directory');
  await heading('Loyalty points').waitFor();
  const answer = Promise.withResolvers<void>();
  await page.route('**/v1/apps/available?*q=busy*', (route) => route.fulfill({ status: 503 }));
  await page.route('**/v1/apps/uninstalled?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole('searchbox', { name: 'Search apps' }).fill('busy');
  await notice().getByText('The platform is busy').waitFor();
  await page.getByRole('alert').getByText('The platform is busy').waitFor();
  await expectWellMade(page, 'console-busy');
  await installedLink().click();
  await notice().getByText('Answers take long').waitFor();
  expect(await notice().getByText('The platform is busy').count()).toBe(1);
  answer.resolve();
  await notice().getByText('Answers take long').waitFor({ state: 'detached' });
  await page.unroute('**/v1/apps/available?*q=busy*');
  await notice().getByRole('button', { name: 'Try again' }).click();
  await notice().waitFor({ state: 'detached' });
  expectComplaints(EXPECTED);
});

it('says that it is offline, keeps what was typed, and recovers by itself', async () => {
  await show('/directory');
  await heading('Loyalty points').waitFor();
  const context = page.context();
  await context.setOffline(true);
  await page.getByRole('searchbox', { name: 'Search apps' }).fill('order');
  await page.getByText('You are offline').waitFor();
  await page.getByRole('alert').getByText('cannot be reached').waitFor();
  expect(await page.getByRole('searchbox', { name: 'Search apps' }).inputValue()).toBe('order');
  // Its script is not loaded yet.
  await link('Attributes').click();
  await heading('This page cannot be shown').waitFor();
  await context.setOffline(false);
  await heading('Attributes').waitFor();
  await page.getByText('You are offline').waitFor({ state: 'detached' });
  expectComplaints(EXPECTED);
});

it('says that its scripts were not loaded, and loads them again', async () => {
  await page.route(/\/assets\/show-console-.*[.]js$/, (route) => route.abort());
  await show('/directory');
  await heading('The console was not loaded').waitFor();
  await expectNoAxeViolations(page);
  await page.unroute(/\/assets\/show-console-.*[.]js$/);
  await page.getByRole('button', { name: 'Load again' }).click();
  await heading('Loyalty points').waitFor();
  expectComplaints(EXPECTED);
});

it('does not leave the page for a script that could not be preloaded', async () => {
  await show('/directory');
  await heading('Loyalty points').waitFor();
  await page.evaluate('window.isSamePage = true');
  await page.route('**/*.js', (route) => route.fulfill({ status: 404 }));
  const refused = page.waitForResponse(/\.js$/);
  const read = page.waitForRequest((request) => request.method() === 'HEAD', { timeout: 2_000 });
  await link('Attributes').hover();
  await refused;
  await expect(read).rejects.toThrow('Timeout');
  await page.unroute('**/*.js');
  await link('Attributes').click();
  await heading('Attributes').waitFor();
  expect(await page.evaluate<boolean>('window.isSamePage')).toBe(true);
  expectComplaints(EXPECTED);
});

it('loads the page again where its script is gone since a release', async () => {
  await show('/directory');
  await heading('Loyalty points').waitFor();
  await page.evaluate('window.isSamePage = true');
  let isReloading = false;
  await page.route('**/*', async (route) => {
    const request = route.request();
    isReloading ||= request.method() === 'HEAD';
    if (isReloading || !request.url().endsWith('.js')) await route.continue();
    else await route.fulfill({ status: 404 });
  });
  await link('My apps').click();
  await heading('My apps').waitFor();
  expect(await page.evaluate<boolean>("'isSamePage' in window")).toBe(false);
  expectComplaints(EXPECTED);
});

it('does not say that it repeats a write', async () => {
  await show('/settings/api-keys?dialog=create');
  await page.getByLabel('Name').fill('Lost');
  await page.getByRole('dialog').getByRole('checkbox').first().check();
  await page.route('**/v1/api-keys', (route) => route.abort());
  await page.getByRole('dialog').getByRole('button', { name: 'Create an API key' }).click();
  await page.getByRole('alert').getByText('cannot be reached').waitFor();
  expect(await notice().count()).toBe(0);
  await page.unroute('**/v1/api-keys');
  expectComplaints(EXPECTED);
});

it('says that an answer did not come in time, and sends a slow read again as often as it is asked to', async () => {
  await show('/directory');
  await heading('Loyalty points').waitFor();
  await page.evaluate(FASTER);
  // It never answers.
  await page.route('**/v1/apps/uninstalled?*', () => undefined);
  await installedLink().click();
  for (let clicks = 1; clicks <= 4; clicks += 1) {
    await notice().getByText('Answers take long').waitFor();
    const again = page.waitForRequest('**/v1/apps/uninstalled?*');
    await notice().getByRole('button', { name: 'Try again' }).click();
    await again;
  }
  await notice().getByText('did not answer in time').waitFor();
  await page.unroute('**/v1/apps/uninstalled?*');
  await notice().waitFor({ state: 'detached' });
  expectComplaints(EXPECTED);
});
