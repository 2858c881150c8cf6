import { setTimeout as sleep } from 'node:timers/promises';
import { apiCaller } from '@app-platform/testing/http/api-caller';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectWellMade } from '../well-made.ts';
import {
  ADMINISTRATOR,
  type ConsolePlatform,
  consoleTests,
  type Organization,
} from './console-platform.ts';

const ROWS = 1_900;
const MOST_ROWS = 200;

let platform: ConsolePlatform;
let acme: Organization;
let page: Page;

const { button, link, show, expectComplaints } = consoleTests(async (started) => {
  platform = started;
  acme = await platform.newOrganization('Acme');
  await recordEvents();
  await acme.register({ app: 'orders', version: '1.0.0', title: 'Order tracker' });
  const call = apiCaller(platform.baseUrl, acme.apiKey);
  await call('POST', '/v1/apps/installed', { app: 'orders' });
  await call('DELETE', '/v1/apps/installed/orders');
  await call('POST', '/v1/apps/installed', { app: 'orders' });
  await acme.newUser(['org.permission'], 'ada@example.com');
  page = await platform.share(
    await acme.newUser(ADMINISTRATOR, 'admin@example.com'),
    '/settings/audit',
  );
});

/** Deployments of a year, the last one 40 days ago. */
async function recordEvents(): Promise<void> {
  await platform.execute(`
    INSERT INTO audit_event (at, organization_id, actor_type, actor_id, action, subject, request_id, address)
    SELECT now() - 40 * interval '1 day' - n * interval '4 hours', '${acme.id}', 'api_key', 'nightly',
      'app_version.registered', 'deployed-0.0.' || n, 'request', '127.0.0.1'
    FROM generate_series(${ROWS}, 1, -1) n`);
}

const action = () => page.getByRole('combobox', { name: 'Action' });
const who = () => page.getByRole('combobox', { name: 'Who' });
const app = () => page.getByRole('combobox', { name: 'App' });
const option = (name: string | RegExp) => page.getByRole('option', { name });
const rowHeaders = () => page.getByRole('rowheader').allInnerTexts();

it('finds an action by a part of its words, and shows words before codes', async () => {
  await page.getByRole('rowheader', { name: 'An app was installed' }).first().waitFor();
  await expectWellMade(page, 'console-audit');
  await action().fill('uninstall');
  await option('An app was uninstalled').waitFor();
  await action().press('ArrowDown');
  await action().press('Enter');
  await page.waitForURL('**/settings/audit?action=installation.removed');
  await page.getByText('That is all: 1 event.').waitFor();
  expect(await rowHeaders()).toEqual([expect.stringMatching(/^An app was uninstalled/)]);
  await page.reload();
  await page.getByRole('rowheader').waitFor();
  expect(await action().inputValue()).toBe('An app was uninstalled');
  await page.getByText('Acted on').first().waitFor();
  await action().fill('');
  await action().press('Escape');
  await page.waitForURL('**/settings/audit');
  await page.getByRole('rowheader', { name: 'An app was installed' }).first().waitFor();
});

it('opens all choices by the button and by the arrow key, and keeps what was chosen before', async () => {
  await show('/settings/audit?action=installation.removed');
  await page.getByRole('button', { name: 'Show the choices' }).first().click();
  await option('An API key was created').waitFor();
  expect(await page.getByRole('option').count()).toBeGreaterThan(50);
  const chosen = page.getByRole('option', { selected: true });
  expect(await chosen.textContent()).toContain('An app was uninstalled');
  await action().press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  expect(await action().inputValue()).toBe('An app was uninstalled');
  await who().focus();
  await who().press('ArrowDown');
  await option(/example\.com/)
    .first()
    .waitFor();
  await who().press('Escape');
  await show('/settings/audit');
});

it('finds a person by name, and what they did', async () => {
  const { body } = await userCall('GET', '/v1/users?query=ada@');
  await userCall('PATCH', `/v1/users/${body.data[0].id}`, { name: 'Ada Lovelace' });
  await who().fill('lovelace');
  await option(/Ada Lovelace/).click();
  await page.waitForURL(`**/settings/audit?actor=${body.data[0].id}`);
  await page.getByText('No event fits the filter').waitFor();
  await who().fill('admin@');
  await option(/admin@example.com/).click();
  await page.getByRole('rowheader', { name: 'A user signed in' }).first().waitFor();
  await expectWellMade(page, 'console-audit-person');
  await link('Show all').first().click();
  expect(await who().inputValue()).toBe('');
});

function userCall(method: string, path: string, body?: object) {
  return apiCaller(platform.oauthUrl, acme.apiKey)(method, path, body);
}

it('finds an app by its title, and what was done with each version of it', async () => {
  await page.getByRole('rowheader').first().waitFor();
  await app().fill('order tr');
  await option(/Order tracker/).waitFor();
  await app().press('Enter');
  await page.waitForURL('**/settings/audit?app=orders');
  await page.getByText('That is all: 4 events.').waitFor();
  expect(await rowHeaders()).toEqual(
    ['installed', 'uninstalled', 'installed', 'registered'].map((done) =>
      expect.stringMatching(new RegExp(` was ${done}\\b`)),
    ),
  );
  await page.reload();
  await page.getByText('That is all: 4 events.').waitFor();
  expect(await app().inputValue()).toBe('Order tracker');
  await expectWellMade(page, 'console-audit-app');
  await app().fill('');
  await app().press('Escape');
  await page.waitForURL('**/settings/audit');
});

it('offers times as choices, and says beside its field what is wrong with a date', async () => {
  await page.getByRole('link', { name: 'Last 7 days' }).click();
  await page.waitForURL('**/settings/audit?period=week');
  await page.getByText(/^That is all: \d+ events/).waitFor();
  const times = await page.locator('.data-table time[datetime]').count();
  expect(times).toBeGreaterThan(2);
  await link('Other dates').click();
  await page.getByLabel('From').fill('2026-01-02T00:00');
  await page.getByLabel('Until').fill('2026-01-01T00:00');
  await button('Filter').click();
  await page.getByText('This is not later than “From”.').waitFor();
  await page.getByLabel('Until').fill('2020-01-01T00:00');
  await page.getByLabel('From').fill('');
  await button('Filter').click();
  await page.getByText('No event fits the filter').waitFor();
});

it.each([
  ['?from=abc', '“abc” is not a time.', true],
  [`?actor=${'x'.repeat(300)}`, 'Nobody has such an id.', true],
  ['?action=foo', 'There is no action “foo”.', true],
  ['?app=a-1.0.0', '“a-1.0.0” is no name of an app.', true],
  [`?subject=${'x'.repeat(600)}`, 'This filter cannot be used', false],
])('keeps the page where its address is mistyped: %s', async (query, reason, isBesideField) => {
  await show(`/settings/audit${query}`);
  await page.getByText(reason).waitFor();
  if (isBesideField) await page.locator('.field', { hasText: reason }).waitFor();
  expect(await page.getByText('There is no such page').count()).toBe(0);
  await link('Show all').first().click();
  await page.waitForURL('**/settings/audit');
  await page.getByRole('rowheader').first().waitFor();
  expectComplaints(/ status of 400 /);
});

it.each([
  ['/settings/grants?user=nobody', 'Show all'],
  [`/settings/grants?app=${'x'.repeat(300)}`, 'Show all'],
  ['/settings/users?q=a%00b', 'Show all users'],
  ['/?q=a%00b', 'Show all apps'],
  ['/?tag=a%00b', 'Show all apps'],
  ['/settings/requests?state=foo', undefined],
])('keeps other filtered pages too: %s', async (path, all) => {
  await show(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  if (all) await link(all).first().waitFor();
  expect(await page.getByText('There is no such page').count()).toBe(0);
  expectComplaints(/ status of 400 /);
});

it('says why nobody else can be found, and offers those who are in the list', async () => {
  const email = await acme.newUser(['org.admin.audit']);
  const { page: auditor } = await platform.open(email, '/settings/audit');
  await auditor.getByText('Finding anybody needs the role org.admin.users').waitFor();
  await auditor.getByRole('combobox', { name: 'Who' }).fill(email);
  await auditor.getByRole('option', { name: email }).click();
  await auditor.waitForURL('**/settings/audit?actor=*');
  await auditor.getByText('That is all: 1 event.').waitFor();
});

it(`shows ${ROWS} events without a click, and at most ${MOST_ROWS} rows at a time`, async () => {
  await show('/settings/audit');
  await page.getByRole('rowheader').first().waitFor();
  await page
    .getByRole('link', { name: /^Details/ })
    .first()
    .focus();
  const last = page.getByRole('row').filter({ hasText: `deployed-0.0.${ROWS}` });
  let most = 0;
  while ((await last.count()) === 0) {
    await page.keyboard.press('End');
    await sleep(50);
    most = Math.max(most, await page.locator('tr').count());
  }
  await page.getByText(/^That is all: 1,9\d\d events/).waitFor();
  expect(most).toBeLessThanOrEqual(MOST_ROWS);
  const table = page.getByRole('table');
  expect(Number(await table.getAttribute('aria-rowcount'))).toBeGreaterThan(ROWS);
  // The row with the focus stays, and the keyboard leads from row to row.
  expect(await page.evaluate<boolean>('document.activeElement.closest("tr") !== null')).toBe(true);
  await last.getByRole('link', { name: /^Details/ }).focus();
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('A');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.keyboard.press('Home');
  await page.getByRole('rowheader', { name: 'A user signed in' }).first().waitFor();
  expect(await page.locator('tr').count()).toBeLessThanOrEqual(MOST_ROWS);
});
