import { until } from '@app-platform/testing/until';
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

const { expectComplaints } = consoleTests(async (started) => {
  platform = started;
  acme = await platform.newOrganization('Acme');
  page = await platform.share(await acme.newUser(ADMINISTRATOR), '/attributes');
});

const rowOf = (name: string) => page.getByRole('row', { name });

async function registerLoyalty(): Promise<void> {
  const points = {
    pointsNum: { displayName: 'Loyalty points', example: '120' },
    tokenStr: { displayName: 'Token', example: 'token'.repeat(60) },
  };
  const sender = { vipBool: { displayName: 'From a VIP', example: 'true' } };
  await acme.register({
    app: 'loyalty',
    title: 'Loyalty points',
    identifier: 'loy',
    klasses: [
      { name: 'customer', metadata: { standard: true, properties: points } },
      { name: 'message', metadata: { standard: true, properties: sender } },
    ],
  });
}

it('says what to do where no app adds attributes', async () => {
  await page.getByText('No app adds attributes yet').waitFor();
  await expectWellMade(page, 'console-no-attributes');
});

it('shows by Klass what each attribute is, and who uses it', async () => {
  await registerLoyalty();
  await page.reload();
  await page.getByRole('heading', { name: 'Customer', exact: true }).waitFor();
  const row = rowOf('Loyalty points');
  for (const text of ['@loyPointsNum', 'number', '120', '0.0.1']) {
    await row.getByText(text, { exact: true }).waitFor();
  }
  await expectWellMade(page, 'console-attributes');
  await page.getByRole('link', { name: 'Message', exact: true }).click();
  await page.waitForURL('**/attributes/message');
  await rowOf('From a VIP').waitFor();
  expect(await rowOf('Loyalty points').count()).toBe(0);
  await expectWellMade(page, 'console-attributes-of-klass');
});

it('renames an attribute and switches it off by keyboard', async () => {
  await page.getByRole('link', { name: 'Rename From a VIP' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/attributes/message?rename=*');
  const field = page.getByRole('dialog').getByLabel('Display name');
  await field.focus();
  await expectWellMade(page, 'console-attribute-rename');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Important sender');
  await page.keyboard.press('Enter');
  await rowOf('Important sender').getByText('The app calls it “From a VIP”').waitFor();
  await page.getByRole('switch', { name: 'Use Important sender' }).focus();
  await page.keyboard.press('Space');
  await rowOf('Important sender').getByText('Off').waitFor();
  // The switch shows the choice before the registry has it.
  await until(
    'the attribute is off',
    10_000,
    async () => (await attributes())[0]?.active === false,
  );
  expect((await attributes())[0]).toMatchObject({ displayName: 'Important sender' });
  await page.getByRole('link', { name: 'Rename Important sender' }).click();
  await field.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await rowOf('From a VIP').waitFor();
});

it('lets readers read, and says who gives the role that a change needs', async () => {
  const reader = await platform.open(await acme.newUser(['org.permission.apps']), '/attributes');
  await reader.page.getByText('Changes need the role org.admin.apps').waitFor();
  expect(await reader.page.getByRole('link', { name: /^Rename/ }).count()).toBe(0);
  await expectWellMade(reader.page, 'console-attributes-read');
  const other = await platform.open(await acme.newUser(['org.admin.audit']), '/attributes');
  await other.page.getByText('It needs the role org.admin.apps or org.permission.apps.').waitFor();
  expect(reader.complaints).toEqual([]);
});

it('says beside the switch why a change was refused', async () => {
  const headers = { authorization: `Bearer ${acme.apiKey}` };
  const version = `${platform.baseUrl}/v1/apps/available/loyalty-0.0.1`;
  expect((await fetch(version, { method: 'DELETE', headers })).status).toBe(200);
  await page.getByRole('switch', { name: 'Use From a VIP' }).focus();
  await page.keyboard.press('Space');
  await rowOf('From a VIP').getByRole('alert').getByText('@loyVipBool').waitFor();
  await rowOf('From a VIP').getByText('Off').waitFor();
  await expectWellMade(page, 'console-attribute-refused');
  expectComplaints(/ status of 404 /);
});

async function attributes(): Promise<Record<string, unknown>[]> {
  const headers = { authorization: `Bearer ${acme.apiKey}` };
  const response = await fetch(`${platform.baseUrl}/v1/attributes?klass=message`, { headers });
  const { data } = (await response.json()) as { data: { attributes: Record<string, unknown> }[] };
  return data.map((one) => one.attributes);
}
