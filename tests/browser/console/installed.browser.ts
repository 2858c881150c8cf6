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

let platform: ConsolePlatform;
let acme: Organization;
let page: Page;

const titles: Record<string, string> = {
  orders: 'Order tracker',
  points: 'Loyalty points',
  reports: 'Reports',
};

const { button, link, heading, dialog, show, expectComplaints } = consoleTests(async (started) => {
  platform = started;
  acme = await platform.newOrganization('Acme');
  for (const [app, title] of Object.entries(titles)) {
    const dependencies = app === 'reports' ? ['orders-^1.0.0'] : [];
    const roles = ['org.permission.message'];
    await acme.register({ app, version: '1.0.0', title, dependencies, roles });
    await callOfAcme('POST', '/v1/apps/installed', { app });
  }
  for (const app of ['orders', 'points']) {
    const roles = ['org.permission.message', 'org.permission.customer'];
    await acme.register({ app, version: '1.1.0', title: titles[app], roles });
  }
  page = await platform.share(await acme.newUser(ADMINISTRATOR));
});

async function callOfAcme(method: string, path: string, body?: object): Promise<void> {
  const answer = await apiCaller(platform.baseUrl, acme.apiKey)(method, path, body);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
}

const row = (title: string) => page.getByRole('row', { name: title });
const installedLink = () => page.getByRole('link', { name: /^Installed/ });
const rows = () =>
  page.getByRole('table', { name: 'Installed apps' }).locator('tbody th a').allTextContents();

it('is the first page of an administrator: versions, updates with their difference, filters', async () => {
  await heading('Installed apps').waitFor();
  await row('Order tracker').getByText('Update to 1.1.0').waitFor();
  expect(await rows()).toEqual(['Loyalty points', 'Order tracker', 'Reports']);
  await row('Reports').getByText('With an API key').waitFor();
  await installedLink().getByText('2 to decide').waitFor();
  await row('Order tracker').getByText('What 1.1.0 changes').click();
  await row('Order tracker').getByText('roles').first().waitFor();
  await expectWellMade(page, 'console-installed');
  await page.getByLabel('Show').selectOption('With an update');
  await row('Reports').waitFor({ state: 'detached' });
  await page.getByRole('searchbox').fill('points');
  await row('Order tracker').waitFor({ state: 'detached' });
  await page.waitForURL(/show=updates&q=points|q=points&show=updates/);
  await page.reload();
  await row('Loyalty points').waitFor();
  expect(await rows()).toEqual(['Loyalty points']);
});

const DAY_MILLISECONDS = 86_400_000;

/** Adds what the OAuth service counted of an app of Acme. */
async function addActivity(
  app: string,
  daysAgo: number,
  counts: { tokens: number; refused: number },
) {
  const call = apiCaller(platform.baseUrl, acme.apiKey);
  const { body } = await call('GET', `/v1/apps/available/${app}`);
  const hour = new Date(Date.now() - daysAgo * DAY_MILLISECONDS).toISOString();
  await platform.execute(
    `INSERT INTO activity_hour (organization_id, client_id, hour, sign_ins, tokens, refused)
     VALUES ('${acme.id}', '${body.data.attributes.clientId}', '${hour}', 0, ${counts.tokens}, ${counts.refused})`,
    'oauth',
  );
  return hour;
}

it('shows when apps were last used and their refused requests, and sorts by it', async () => {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
  await addActivity('points', 80, { tokens: 0, refused: 3 });
  await addActivity('points', 5, { tokens: 5, refused: 0 });
  await addActivity('orders', 5, { tokens: 0, refused: 1234 });
  const used = await addActivity('orders', 80, { tokens: 1, refused: 0 });
  await show('/installed');
  await row('Order tracker')
    .getByText(format.format(new Date(used)))
    .waitFor();
  // It was installed a moment ago.
  expect(await page.getByText('Not in 90 days').count()).toBe(0);
  expect(await row('Loyalty points').getByText('3', { exact: true }).count()).toBe(0);
  await page.getByLabel('Sort by').selectOption('Longest unused');
  await page.waitForURL(/sort=unused/);
  await expect(rows()).resolves.toEqual(['Order tracker', 'Loyalty points', 'Reports']);
  await expectWellMade(page, 'console-installed-unused');
  await row('Order tracker').getByRole('link', { name: '1,234' }).click();
  await heading('Activity of Order tracker').waitFor();
});

it('says that an app was not used since it was installed long ago', async () => {
  await page.route('**/v1/apps/installed?*', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    const installedAt = new Date(Date.now() - 100 * DAY_MILLISECONDS).toISOString();
    for (const one of data) Object.assign(one.attributes, { installedAt });
    await route.fulfill({ json: { data, ...rest } });
  });
  await show('/installed');
  await row('Reports').getByText('Not in 90 days').waitFor();
});

it('shows the installed apps also where the OAuth service does not answer, or none', async () => {
  const unknown = { lastUsedAt: null, refused: null, complete: false };
  await page.route('**/v1/apps/activity?*', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    for (const one of data) Object.assign(one.attributes, unknown);
    await route.fulfill({ json: { data, ...rest } });
  });
  await show('/installed?sort=unused');
  await page.getByText('are not known right now').waitFor();
  expect(await rows()).toEqual(['Loyalty points', 'Order tracker', 'Reports']);
  expect(await page.getByText('Not in 90 days').count()).toBe(0);
  await expectWellMade(page, 'console-installed-unknown');
  await page.unroute('**/v1/apps/activity?*');
  await page.route('**/v1/apps/activity?*', (route) => route.fulfill({ status: 403 }));
  await page.reload();
  await page.getByText('are not known right now').waitFor();
  expect(await rows()).toEqual(['Loyalty points', 'Order tracker', 'Reports']);
  expectComplaints(/ status of 403 /);
});

it('updates several apps by one plan, and uninstalls several, whatever their order', async () => {
  await show('/installed?sort=installed');
  await row('Reports').waitFor();
  expect(await rows()).toEqual(['Reports', 'Loyalty points', 'Order tracker']);
  for (const title of ['Order tracker', 'Loyalty points']) {
    await page.getByLabel(`Select ${title}`).check();
  }
  await button('Update…').click();
  await dialog().getByText('Order tracker: 1.0.0 to 1.1.0').waitFor();
  await dialog().getByText('Loyalty points: 1.0.0 to 1.1.0').waitFor();
  await expectWellMade(page, 'console-update-several');
  await dialog().getByRole('button', { name: 'Update' }).click();
  await page.getByText('2 apps were updated.').waitFor();
  expect(await installedLink().textContent()).toBe('Installed 2 to decide');
  for (const title of ['Order tracker', 'Reports']) {
    await page.getByLabel(`Select ${title}`).check();
  }
  await button('Uninstall…').click();
  await dialog().getByRole('heading', { name: 'Reports 1.0.0' }).waitFor();
  await dialog().getByRole('button', { name: 'Uninstall' }).click();
  await page.getByText('2 apps were uninstalled.').waitFor();
  await page.getByRole('table', { name: 'Uninstalled' }).getByText('Reports').waitFor();
  await expectWellMade(page, 'console-uninstalled-list');
  await page.getByRole('button', { name: 'Restore version 1.1.0 of Order tracker' }).click();
  await page.getByLabel('Select Order tracker').waitFor();
  await row('Order tracker').getByText('By you').waitFor();
  await page.locator(':focus', { hasText: 'Order tracker 1.1.0 was restored.' }).waitFor();
});

const dialogButton = (name: string) => dialog().getByRole('button', { name });

async function select(...chosen: string[]): Promise<void> {
  for (const title of chosen) await page.getByLabel(`Select ${title}`).check();
}

it('updates an app and one that needs it by one plan', async () => {
  await acme.register({ app: 'base', version: '1.0.0', title: 'Base' });
  const dependent = { app: 'addon', title: 'Addon', dependencies: ['base-^1.0.0'] };
  await acme.register({ ...dependent, version: '1.0.0' });
  await callOfAcme('POST', '/v1/apps/installed', { app: 'base' });
  await callOfAcme('POST', '/v1/apps/installed', { app: 'addon' });
  await acme.register({ app: 'base', version: '1.1.0', title: 'Base' });
  await acme.register({ ...dependent, version: '1.1.0' });
  await show('/installed');
  await select('Addon', 'Base');
  await button('Update…').click();
  await dialogButton('Update').click();
  await page.getByText('2 apps were updated.').waitFor();
});

it('changes only the rest where a bulk change is tried again', async () => {
  for (const version of ['1.2.0', '1.3.0']) {
    await acme.register({ app: 'base', version, title: 'Base' });
    await acme.register({ app: 'addon', version, title: 'Addon', dependencies: ['base-^1.0.0'] });
  }
  const changed: string[] = [];
  await page.route('**/v1/apps/installed', async (route) => {
    const { app } = route.request().postDataJSON() ?? {};
    const isRefused = app === 'addon-1.3.0' && !changed.includes(app);
    if (app) changed.push(app);
    if (isRefused) await route.fulfill({ status: 403 });
    else await route.continue();
  });
  await show('/installed');
  await select('Addon', 'Base');
  await button('Update…').click();
  await dialogButton('Update').click();
  await dialog().getByText('1 of 2 apps were updated.').waitFor();
  await row('Base').getByText('1.3.0').waitFor({ state: 'attached' });
  await dialogButton('Update').click();
  await page.getByText('2 apps were updated.', { exact: true }).waitFor();
  expect(changed).toEqual(['base-1.3.0', 'addon-1.3.0', 'addon-1.3.0']);
  expectComplaints(/ status of 403 /);
});

it('counts an app as uninstalled whose answer was lost', async () => {
  await page.route('**/v1/apps/installed/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue();
    await route.fetch();
    await route.fulfill({ status: 503 });
  });
  await show('/installed');
  await select('Addon', 'Base');
  await button('Uninstall…').click();
  await dialogButton('Uninstall').click();
  await dialog().getByRole('alert').waitFor();
  await page.unroute('**/v1/apps/installed/*');
  await dialogButton('Uninstall').click();
  await page.getByText('2 apps were uninstalled.').waitFor();
  expectComplaints(/ status of 404 /);
});

it('shows the installed apps also where the uninstalled ones cannot be read', async () => {
  await page.route('**/v1/apps/uninstalled?*', (route) => route.fulfill({ status: 403 }));
  await show('/installed');
  await heading('Uninstalled').waitFor();
  await page.getByRole('alert').waitFor();
  await row('Loyalty points').waitFor();
  await expectWellMade(page, 'console-uninstalled-failed');
  await page.unroute('**/v1/apps/uninstalled?*');
  await button('Try again').click();
  await page.getByRole('table', { name: 'Uninstalled' }).waitFor();
  expectComplaints(/ status of 403 /);
});

it('counts an open request in the navigation', async () => {
  const before = Number.parseInt((await installedLink().textContent())?.split(' ')[1] ?? '0', 10);
  await acme.register({ app: 'wish', title: 'Wish' });
  const reader = await platform.open(
    await acme.newUser(['org.permission.apps']),
    '/apps/wish?change=ask',
  );
  await reader.page
    .getByRole('dialog')
    .getByRole('button', { name: 'Ask an administrator' })
    .click();
  await reader.page.getByText('An administrator was asked.').waitFor();
  expect(await reader.page.getByRole('link', { name: /^Installed/ }).count()).toBe(0);
  await reader.page.context().close();
  await page.reload();
  await installedLink()
    .getByText(`${before + 1} to decide`)
    .waitFor();
  await link('1 open request').click();
  await heading('Requests').waitFor();
});

it('restores an app from its page, after the page was left', async () => {
  await callOfAcme('DELETE', '/v1/apps/installed/points');
  await show('/apps/points');
  await heading('Loyalty points').waitFor();
  await page.getByText('can be restored until').waitFor();
  await expectWellMade(page, 'console-restorable');
  await page.getByRole('button', { name: 'Restore version 1.1.0' }).click();
  await page.getByRole('button', { name: 'Uninstall' }).waitFor();
  expect(await page.getByText('can be restored until').count()).toBe(0);
  await page.locator(':focus', { hasText: 'Loyalty points 1.1.0 was restored.' }).waitFor();
});

it('limits an installed app to users and roles, from its page', async () => {
  await show('/apps/points');
  await button('Who may use it').click();
  await dialog().getByRole('combobox', { name: 'Add a user' }).fill('console-');
  await page.getByRole('option').first().click();
  await dialog()
    .getByRole('button', { name: /^Remove console-/ })
    .waitFor();
  await dialog().getByLabel('Read the audit log').check();
  await expectWellMade(page, 'console-limit');
  await dialogButton('Save').click();
  await page.getByText('Only one chosen user and users who hold org.admin.audit may').waitFor();
  await expectWellMade(page, 'console-limited');
  await button('Who may use it').click();
  await dialog().getByLabel('Read the audit log').uncheck();
  await dialog()
    .getByRole('button', { name: /^Remove console-/ })
    .click();
  await dialogButton('Save').click();
  await dialog().waitFor({ state: 'detached' });
  expect(await page.getByText('may use this app.').count()).toBe(0);
});
