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

/** A picture whose text would fill several windows. */
const PICTURE = `data:image/svg+xml;base64,${Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><rect width="48" height="48" fill="teal"/><!--${'x'.repeat(6_000)}--></svg>`,
).toString('base64')}`;
const LONG_TEXT = 'Follows every parcel on its way. '.repeat(60).trim();

let platform: ConsolePlatform;
let acme: Organization;
let labs: Organization;
let page: Page;

const { show, dialog } = consoleTests(async (started) => {
  platform = started;
  acme = await platform.newOrganization('Acme');
  labs = await platform.newOrganization('Example Labs');
  page = await platform.share(await acme.newUser(ADMINISTRATOR));
});

const call = (method: string, path: string, body?: object) =>
  apiCaller(platform.baseUrl, acme.apiKey)(method, path, body);

it('shows what an upgrade changes as a table: pictures as pictures, long texts shortened', async () => {
  const action = { name: 'track', icon: 'https://labs.example.com/track.png' };
  const first = { app: 'parcels', version: '1.0.0', title: 'Parcels', actions: [action] };
  await labs.register({ ...first, tags: ['ecommerce'] });
  await call('POST', '/v1/apps/installed', { app: 'parcels' });
  const second = { ...first, version: '1.1.0', iconUrl: PICTURE, description: LONG_TEXT };
  await labs.register({ ...second, actions: [{ ...action, icon: PICTURE }] });
  await show('/apps/parcels?change=upgrade');
  const table = dialog().getByRole('table');
  const rowOf = (name: string | RegExp) => table.getByRole('row', { name });
  await rowOf(/^Icon Added/)
    .getByRole('img', { name: 'Picture' })
    .waitFor();
  await rowOf(/^Actions track icon/)
    .getByRole('img', { name: 'Picture' })
    .waitFor();
  await rowOf(/^Tags Removed ecommerce/).waitFor();
  const text = (await dialog().textContent()) ?? '';
  expect(text).not.toContain(PICTURE.slice(0, 200));
  expect(text).not.toContain(LONG_TEXT);
  await expectWellMade(page, 'console-upgrade-difference');
  await rowOf(/^Description/)
    .getByText(/^Show all/)
    .click();
  await table.getByText(LONG_TEXT).waitFor();
});

it('shows the same in the comparison of versions', async () => {
  const own = { app: 'own', version: '1.0.0', title: 'Own', visibility: 'private' };
  const name = await acme.register(own);
  await acme.register({ ...own, version: '1.0.1', iconUrl: PICTURE });
  await show(`/my-apps/${name}/versions?dialog=compare&version=1.0.1`);
  await dialog().getByRole('table').getByRole('img', { name: 'Picture' }).waitFor();
  expect(await dialog().textContent()).not.toContain(PICTURE.slice(0, 200));
  await expectWellMade(page, 'console-compare-picture');
});

it('lists every app that an installation brings, and asks one question', async () => {
  const klasses = [
    { name: 'customer', metadata: { standard: true, properties: { pointsNum: {} } } },
  ];
  await labs.register({ app: 'ledger', title: 'Ledger', roles: ['org.permission.user'], klasses });
  const mail = { app: 'mailer', title: 'Mail sender', roles: ['org.permission.mail'] };
  await labs.register({ ...mail, iconUrl: PICTURE, dependencies: ['ledger-^0.0.1'] });
  const dependencies = ['mailer-^0.0.1'];
  const roles = ['org.permission.customer'];
  await labs.register({ app: 'campaigns', title: 'Campaigns', roles, dependencies });
  await show('/apps/campaigns?change=install');
  const apps = dialog().getByRole('article');
  await apps.filter({ hasText: 'Ledger 0.0.1' }).getByText('org.permission.user').waitFor();
  await apps.filter({ hasText: 'Mail sender 0.0.1' }).getByText('org.permission.mail').waitFor();
  await apps.filter({ hasText: 'Campaigns 0.0.1' }).getByText('org.permission.customer').waitFor();
  expect(await apps.count()).toBe(3);
  await apps.getByText('customer @').waitFor();
  expect(await dialog().getByRole('alert').count()).toBe(0);
  expect(await dialog().getByRole('checkbox').count()).toBe(1);
  const text = (await dialog().textContent()) ?? '';
  for (const once of ['org.permission.mail', 'org.permission.user', 'Ledger']) {
    expect(text.split(once)).toHaveLength(2);
  }
  await expectWellMade(page, 'console-install-several');
  await dialog().getByRole('checkbox').check();
  await dialog().getByRole('button', { name: 'Install', disabled: false }).click();
  await page.getByText('Installed in version 0.0.1').first().waitFor();
  const { body } = await call('GET', '/v1/apps/installed');
  expect(body.data.map((one: { attributes: object }) => one.attributes)).toMatchObject([
    { name: 'campaigns', roles },
    { name: 'ledger', roles: ['org.permission.user'], waitingRoles: [] },
    { name: 'mailer', roles: ['org.permission.mail'], waitingRoles: [] },
    { name: 'parcels' },
  ]);
});
