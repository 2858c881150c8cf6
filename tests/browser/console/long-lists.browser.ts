import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectWellMade } from '../well-made.ts';
import { ADMINISTRATOR, type ConsolePlatform, consoleTests } from './console-platform.ts';
import { organizationWithAccess } from './organization-with-access.ts';

const PEOPLE = 500;
const MOST_ROWS = 200;
const LAST = `person-${PEOPLE}@example.com`;

let platform: ConsolePlatform;
let page: Page;

const { link, show, expectComplaints } = consoleTests(async (started) => {
  platform = started;
  const acme = await organizationWithAccess(platform);
  await addPeople(acme.app.organizationId);
  page = await platform.share(await acme.newUser('admin', ADMINISTRATOR), '/settings/users');
});

/** Each has allowed the app that the first user has allowed. */
async function addPeople(organizationId: string): Promise<void> {
  await platform.execute(
    `
    WITH person AS (
      INSERT INTO account (id, organization_id, email, roles)
      SELECT gen_random_uuid(), '${organizationId}', 'person-' || lpad(n::text, 3, '0') || '@example.com',
        '{org.permission.customer}'
      FROM generate_series(1, ${PEOPLE}) n RETURNING id
    )
    INSERT INTO consent (account_id, client_id, scopes, granted_at, installed_since)
    SELECT person.id, c.client_id, c.scopes, now(), c.installed_since FROM person, consent c`,
    'oauth',
  );
}

const rowOf = (email: string) => page.getByRole('row').filter({ hasText: email });

it.each([
  { path: '/settings/users', first: /^admin@example\.com$/, ended: /^That is all: 50\d users\.$/ },
  { path: '/settings/grants', first: /^Order Tracker$/, ended: /^That is all: 501\.$/ },
])('$path goes on without a click, with few rows at a time', async ({ path, first, ended }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await show(path);
  await page.getByRole('link', { name: first }).first().focus();
  await expectWellMade(page, `console-long${path.replaceAll('/', '-')}`);
  let most = 0;
  while ((await rowOf(LAST).count()) === 0) {
    await page.keyboard.press('End');
    await sleep(50);
    most = Math.max(most, await page.locator('tr').count());
  }
  await page.getByText(ended).waitFor();
  expect(most).toBeLessThanOrEqual(MOST_ROWS);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  const table = page.getByRole('table');
  const count = Number(await table.getAttribute('aria-rowcount'));
  expect(count).toBeGreaterThan(PEOPLE);
  expect(Number(await rowOf(LAST).getAttribute('aria-rowindex'))).toBeLessThanOrEqual(count);
  expect(await page.getByRole('columnheader').count()).toBe(5);
  // The row with the focus stays, and the keyboard leads from row to row.
  expect(await page.evaluate<boolean>('document.activeElement.closest("tr") !== null')).toBe(true);
  await rowOf(LAST).getByRole('link').first().focus();
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('A');
  await page.setViewportSize({ width: 390, height: 800 });
  while ((await page.locator('tr[aria-rowindex="2"]').count()) === 0) {
    await page.keyboard.press('Home');
    await sleep(50);
  }
  await page.getByRole('link', { name: first }).first().waitFor();
  expect(await page.locator('tr').count()).toBeLessThanOrEqual(MOST_ROWS);
});

it('a row of the end opens, and is found by a part of its address', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await show('/settings/users');
  await page.getByRole('searchbox').fill(LAST);
  await page.getByText('That is all: 1 user.').waitFor();
  await link(LAST).click();
  await page.getByRole('heading', { level: 1, name: LAST }).waitFor();
});

it('says what failed where the next page is not read, and reads it again', async () => {
  let fails = true;
  const isNext = (url: URL) => url.pathname === '/v1/users' && url.searchParams.has('page[after]');
  await page.route(isNext, (route) =>
    fails ? route.fulfill({ status: 400, json: { errors: [] } }) : route.continue(),
  );
  await show('/settings/users');
  await rowOf('admin@example.com').waitFor();
  const again = page.getByRole('button', { name: 'Try again' });
  while ((await again.count()) === 0) {
    await page.keyboard.press('End');
    await sleep(50);
  }
  fails = false;
  await again.click();
  await again.waitFor({ state: 'detached' });
  expectComplaints(/ status of 400 /);
});
