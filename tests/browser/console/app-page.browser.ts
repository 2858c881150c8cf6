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
let labs: Organization;
let page: Page;

const { button, link, heading, dialog, show, expectComplaints } = consoleTests(async (started) => {
  platform = started;
  acme = await platform.newOrganization('Acme');
  labs = await platform.newOrganization('Example Labs');
  await labs.register({ app: 'orders', version: '1.0.0', title: 'Order tracker' });
  await callOfAcme('POST', '/v1/apps/installed', { app: 'orders' });
  await labs.register({ app: 'orders', version: '2.0.0', title: 'Order tracker' });
  page = await platform.share(await acme.newUser(ADMINISTRATOR));
});

async function callOfAcme(method: string, path: string, body?: object): Promise<void> {
  const answer = await apiCaller(platform.baseUrl, acme.apiKey)(method, path, body);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
}

it('compares an installed dependency with its range, and leads to it', async () => {
  await labs.register({ app: 'ledger', title: 'Ledger' });
  const dependencies = ['orders-^2.0.0', 'ledger-^0.0.1'];
  await labs.register({ app: 'reports', title: 'Reports', dependencies });
  await show('/apps/reports');
  await page.getByText('Version 1.0.0 does not fit', { exact: true }).waitFor();
  await link('ledger ^0.0.1').waitFor();
  await button('Install').click();
  await dialog().getByText('reports 0.0.1 needs orders ^2.0.0. Version 1.0.0').waitFor();
  expect(await dialog().textContent()).not.toContain('POST');
  expect(await dialog().getByRole('checkbox').count()).toBe(0);
  await expectWellMade(page, 'console-dependencies');
  await dialog().getByRole('link', { name: 'orders ^2.0.0' }).click();
  await heading('Order tracker').waitFor();
  await button('Upgrade to 2.0.0').click();
  await dialog().getByRole('button', { name: 'Upgrade to 2.0.0' }).waitFor();
});

it('shows what a change would do now, where something changed since its dialog was opened', async () => {
  await callOfAcme('POST', '/v1/apps/installed', { app: 'ledger' });
  await labs.register({ app: 'books', title: 'Books', dependencies: ['ledger-^0.0.1'] });
  await show('/apps/ledger?change=uninstall');
  const uninstall = dialog().getByRole('button', { name: 'Uninstall' });
  await uninstall.waitFor();
  await callOfAcme('POST', '/v1/apps/installed', { app: 'books' });
  await uninstall.click();
  await dialog().getByText('look again').waitFor();
  await dialog().getByText('Uninstall books first').waitFor();
  expect(await dialog().textContent()).not.toContain('POST');
  await expectWellMade(page, 'console-outdated-plan');
  for (const app of ['books', 'ledger']) await callOfAcme('DELETE', `/v1/apps/installed/${app}`);
  expectComplaints(/ status of 409 /);
});

it('stays on the page to which a person goes while a change comes to its end', async () => {
  await labs.register({ app: 'slow', title: 'Slow' });
  await show('/apps/slow?change=install');
  const answer = Promise.withResolvers<void>();
  const install = dialog().getByRole('button', { name: 'Install' });
  await install.waitFor();
  const reading = /\/v1\/apps\/available\/slow(\?|$)/;
  await page.route(reading, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await install.click();
  await dialog().waitFor({ state: 'detached' });
  await link('Directory').click();
  await heading('App directory').waitFor();
  const answered = page.waitForResponse(reading);
  answer.resolve();
  await answered;
  await page.waitForTimeout(300);
  expect(new URL(page.url()).pathname).toBe('/console/directory');
});

it('stays with a page that still loads when a change comes to its end', async () => {
  await show('/apps/slow?change=uninstall');
  await dialog().getByRole('button', { name: 'Uninstall' }).click();
  const [restored, loaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/v1/apps/installed/slow/restore*', async (route) => {
    await restored.promise;
    await route.continue();
  });
  await page.route(/assets[/]attributes-page-.*[.]js$/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await button('Undo').click();
  await link('Attributes').click();
  await page.waitForURL('**/console/attributes');
  const answered = page.waitForResponse(/\/v1\/apps\/available\/slow(\?|$)/);
  restored.resolve();
  await answered;
  await page.waitForTimeout(300);
  loaded.resolve();
  await heading('Attributes').waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/attributes');
  await callOfAcme('DELETE', '/v1/apps/installed/slow');
});

it('says what an administrator should know of an installation', async () => {
  const klasses = [{ name: 'parcel', metadata: { properties: { weightNum: {} } } }];
  for (const app of ['posts', 'couriers']) await labs.register({ app, title: app, klasses });
  await callOfAcme('POST', '/v1/apps/installed', { app: 'posts' });
  await show('/apps/couriers?change=install');
  await dialog().getByText('You should know').waitFor();
  await dialog().getByText(/posts/).waitFor();
  await expectWellMade(page, 'console-plan-warnings');
});

it('says why a missing app cannot be installed too', async () => {
  await labs.register({ app: 'alone', title: 'Alone', dependencies: ['nowhere-^1.0.0'] });
  await show('/apps/alone?change=install');
  await dialog().getByText("There is no app 'nowhere' that your organization can see.").waitFor();
  expect(await dialog().getByRole('checkbox').count()).toBe(0);
  expect(await dialog().getByRole('button', { name: 'Install' }).isDisabled()).toBe(true);
});

it('tells a private app from a public one of the same name', async () => {
  const pointsOf = (displayName: string) => ({
    app: 'points',
    title: displayName,
    klasses: [
      { name: 'customer', metadata: { standard: true, properties: { xNum: { displayName } } } },
    ],
  });
  await labs.register({ ...pointsOf('Public points'), identifier: 'pub' });
  await acme.register({ ...pointsOf('Own points'), identifier: 'own', visibility: 'private' });
  await askFor('/apps/points?visibility=public');

  await show('/settings/requests');
  await link('Public points').click();
  await heading('Public points').waitFor();
  await page.goBack();
  await link('Install Public points…').click();
  await dialog().getByRole('button', { name: 'Install' }).click();
  await page.getByText('Installed in version 0.0.1').waitFor();
  await show('/attributes/customer');
  await link('points').click();
  await heading('Public points').waitFor();
  await page.goBack();
  await link(`points_${acme.id}`).click();
  await heading('Own points').waitFor();
});

async function askFor(path: string): Promise<void> {
  const { page: asking } = await platform.open(await acme.newUser(['org.permission.apps']), path);
  await asking.getByRole('button', { name: 'Ask an administrator' }).click();
  await asking.getByRole('dialog').getByRole('button', { name: 'Ask an administrator' }).click();
  await asking.getByText('An administrator was asked.').waitFor();
}

it('lets a person choose where a name means two apps', async () => {
  for (const [chosen, title] of [
    ['The public app', 'Public points'],
    ['Your private app', 'Own points'],
  ] as const) {
    await show('/apps/points');
    await heading('Which app do you mean?').waitFor();
    await expectWellMade(page, 'console-ambiguous');
    await link(chosen).click();
    await heading(title).waitFor();
  }
  await show('/my-apps/points/versions');
  await link('Your private app').click();
  await heading('Own points').waitFor();
  expectComplaints(/ status of 409 /);
});

it('opens no dialog of a change that is not possible', async () => {
  for (const change of ['upgrade', 'rollback', 'uninstall']) {
    await show(`/apps/ledger?change=${change}`);
    await button('Install').waitFor();
    expect(await dialog().count()).toBe(0);
  }
  await show('/apps/points?visibility=public&change=rollback');
  await button('Uninstall').waitFor();
  expect(await dialog().count()).toBe(0);
  await show('/apps/points?visibility=public&change=upgrade');
  await button('Uninstall').waitFor();
  expect(await dialog().count()).toBe(0);
});

it('offers higher versions alone, and says that a draft is installed', async () => {
  const notes = { app: 'notes', version: '1.0.0', title: 'Notes', visibility: 'private' };
  const name = await acme.register(notes);
  await callOfAcme('PUT', `/v1/apps/drafts/notes`, { ...notes, version: '1.1.0' });
  await callOfAcme('POST', '/v1/apps/installed', { app: name, draft: true });
  await show(`/apps/${name}`);
  await page.getByText('Draft installed: 1.1.0+draft').waitFor();
  expect(await page.getByRole('button', { name: 'Upgrade' }).count()).toBe(0);
  await expectWellMade(page, 'console-draft');
  await acme.register({ ...notes, version: '1.1.0' });
  await page.reload();
  await button('Upgrade to 1.1.0').waitFor();
});

it('marks the current version on the page of another one', async () => {
  await show('/apps/orders-1.0.0');
  const versionOf = (version: string) => page.getByRole('listitem').filter({ hasText: version });
  await versionOf('2.0.0').getByText('Current').waitFor();
  await versionOf('1.0.0').getByText('Installed').waitFor();
  expect(await page.getByText('Current').count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Upgrade' }).count()).toBe(0);
});

it('offers a correction of the installed line beside the current version', async () => {
  await labs.register({ app: 'parcels', version: '1.0.4', title: 'Parcels' });
  await callOfAcme('POST', '/v1/apps/installed', { app: 'parcels' });
  await labs.register({ app: 'parcels', version: '2.0.0' });
  await labs.register({ app: 'parcels', version: '1.0.5' });
  await show('/apps/parcels');
  await button('Upgrade to 2.0.0').waitFor();
  await expectWellMade(page, 'console-update');
  await button('Upgrade to 1.0.5').click();
  await dialog().getByText('What the version changes').waitFor();
  await dialog().getByRole('button', { name: 'Upgrade to 1.0.5' }).click();
  await page.getByText('Installed in version 1.0.5').first().waitFor();
  await button('Undo').click();
  await button('Upgrade to 1.0.5').waitFor();
});

it('shows only pictures that the policy allows and that load', async () => {
  const broken = 'https://labs.example.com/broken.png';
  const picture = 'https://labs.example.com/picture.svg';
  const http = 'http://labs.example.com/picture.png';
  await page.route(broken, (route) => route.fulfill({ contentType: 'image/png', body: 'AAAA' }));
  await page.route(picture, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"/>',
    }),
  );
  const screenshots = [http, broken, picture];
  await labs.register({ app: 'gallery', title: 'Gallery', iconUrl: http, screenshots });
  await labs.register({ app: 'frames', title: 'Frames', screenshots: [http, broken] });
  await show('/directory');
  await heading('Gallery').waitFor();
  await show('/apps/gallery');
  await heading('Gallery').waitFor();
  await page.getByAltText('Screenshot 2').waitFor({ state: 'detached' });
  await expectWellMade(page, 'console-pictures');
  expect(await page.locator('.screenshots img').count()).toBe(1);
  await show('/apps/frames');
  await heading('Frames').waitFor();
  await heading('Screenshots').waitFor({ state: 'detached' });
});

it('offers to undo a change after a reload, until it is undone', async () => {
  await show('/apps/orders');
  await button('Uninstall').click();
  await dialog().getByRole('button', { name: 'Uninstall' }).click();
  await page.getByText('Uninstalled.').waitFor();
  await page.reload();
  await page.getByText('Uninstalled.').waitFor();
  await button('Install').click();
  await button('Cancel').click();
  await button('Undo').click();
  await button('Uninstall').waitFor();
  await page.reload();
  await button('Uninstall').waitFor();
  expect(await page.getByText('Uninstalled.').count()).toBe(0);
  await show('/apps/orders?done=uninstall');
  await button('Uninstall').waitFor();
  expect(await button('Undo').count()).toBe(0);
});
