import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectToFit, picture } from '../chromium.ts';
import {
  type ConsolePlatform,
  expectNoComplaints,
  type Organization,
  startConsolePlatform,
} from './console-platform.ts';

const administrator = ['org.admin', 'org.permission'];
let platform: ConsolePlatform;
let acme: Organization;

beforeAll(async () => {
  platform = await startConsolePlatform();
  acme = await platform.newOrganization('Acme');
  await acme.register({ app: 'loyalty', title: 'Loyalty points', tags: ['ecommerce'] });
});
afterAll(() => platform?.close());

it('shows the apps after a sign-in, and no token is in storage', async () => {
  const opened = await platform.open(await acme.newUser(administrator));
  const { page } = opened;
  await page.getByRole('link', { name: 'Loyalty points' }).waitFor();
  await picture(page, 'console-directory-1280');
  await expectToFit(page);
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])';
  expect(await page.evaluate<string>(stored)).not.toContain('ey');
  expectNoComplaints(opened);
});

it('installs an app by its plan', async () => {
  const opened = await platform.open(await acme.newUser(administrator), '/apps/loyalty');
  const { page } = opened;
  await page.getByRole('button', { name: 'Install' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await picture(page, 'console-install-1280');
  await dialog.getByRole('button', { name: 'Install' }).click();
  await page.getByText('Installed', { exact: true }).first().waitFor();
  await picture(page, 'console-app-1280');
  expectNoComplaints(opened);
});
