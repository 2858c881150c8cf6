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

const { show, expectComplaints } = consoleTests(async (started) => {
  platform = started;
  acme = await platform.newOrganization('Acme');
  labs = await platform.newOrganization('Example Labs');
  page = await platform.share(await acme.newUser(ADMINISTRATOR));
});

const nested: Record<string, Record<string, unknown>> = {
  deep: { description: '>'.repeat(32_000) },
  emphasized: { description: `${'*a _a '.repeat(2_900)}${'a_ a*'.repeat(2_900)}` },
  notes: { changelog: { '0.0.1': `${'- '.repeat(16_000)}a` } },
};
/** What the console does not expect: no rule of today accepts it. */
const malformed: Record<string, Record<string, unknown>> = {
  holes: {
    roles: [null],
    tags: [null],
    dependencies: [null],
    screenshots: [null],
    klasses: [null],
    changelog: { '0.0.1': null },
    appDetails: { appDeveloper: null, documentationLinks: [null] },
  },
  objects: {
    description: { a: 1 },
    roles: { a: 1 },
    tags: { a: 1 },
    dependencies: { a: 1 },
    screenshots: { a: 1 },
    klasses: { a: 1 },
    changelog: ['a', { b: 1 }],
    iconUrl: { a: 1 },
    website: { a: 1 },
    postInstallMessage: { a: 1 },
    appDetails: { appDeveloper: { name: { a: 1 }, supportEmail: 1 } },
  },
  names: {
    klasses: [{ name: 'user', metadata: { standard: true, properties: { aStr: null } } }],
    dependencies: ['no dependency', ''],
    changelog: 'a text',
  },
};

async function installAs(app: string, definition: Record<string, unknown>): Promise<void> {
  await labs.register({ app, title: `The app ${app}`, postInstallMessage: 'Welcome.' });
  const call = apiCaller(platform.baseUrl, acme.apiKey);
  const { status, body } = await call('POST', '/v1/apps/installed', { app });
  if (status >= 300) throw new Error(JSON.stringify(body));
  await platform.changeDefinition(app, definition);
}

it.each(Object.entries({ ...nested, ...malformed }))(
  'an app is uninstalled whatever its definition contains: %s',
  async (app, definition) => {
    await installAs(app, definition);
    await show(`/apps/${app}`);
    await page.getByRole('heading', { name: `The app ${app}`, exact: true }).waitFor();
    if (app in nested) await expectWellMade(page, `console-nested-${app}`);
    await page.getByRole('button', { name: 'Uninstall', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Uninstall', exact: true }).click();
    await page.getByText('Uninstalled. Access of the app has ended.').waitFor();
    expectComplaints(/^TypeError: /);
  },
);

it('the directory and the list of installed apps show the other apps beside them', async () => {
  await labs.register({ app: 'beside', title: 'The app beside' });
  await page.goto(`${platform.baseUrl}/console/directory`);
  await page.getByRole('link', { name: 'The app beside', exact: true }).waitFor();
  await page.getByRole('link', { name: 'The app objects', exact: true }).waitFor();
  expect(await page.getByText('The app').count()).toBeGreaterThan(6);
});
