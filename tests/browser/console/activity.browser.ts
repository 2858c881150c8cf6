import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectWellMade } from '../well-made.ts';
import { type ConsolePlatform, consoleTests } from './console-platform.ts';
import { type OrganizationWithAccess, organizationWithAccess } from './organization-with-access.ts';

let platform: ConsolePlatform;
let acme: OrganizationWithAccess;
let page: Page;

const { link, heading, dialog, show } = consoleTests(async (started) => {
  platform = started;
  acme = await organizationWithAccess(platform);
  await addActivity();
  const administrator = await acme.newUser('keeper', ['org.admin', 'org.permission']);
  page = await platform.share(administrator, `/apps/${acme.app.name}`);
});

/** As if the app had been used on each of the last days. */
async function addActivity(): Promise<void> {
  const { organizationId, clientId } = acme.app;
  const rowsOf = (counts: string) => `
    INSERT INTO activity_hour
    SELECT '${organizationId}', '${clientId}', date_trunc('hour', now()) - n * interval '1 day', ${counts}
    FROM generate_series(0, 6) n ON CONFLICT DO NOTHING`;
  await platform.execute(rowsOf('n, 3 * n, 1'), 'oauth');
  await platform.execute(rowsOf('0, 2, 1'), 'registry');
}

const plot = (name: string | RegExp) => page.getByRole('img', { name });

it('shows what an installed app did, who uses it and what was changed', async () => {
  await link('Activity').click();
  await heading('Activity of Order Tracker').waitFor();
  await plot('Webhook deliveries, last 7 days: 14').waitFor();
  await plot('Failed deliveries, last 7 days: 7').waitFor();
  // The user's own requests are counted too, sooner or later.
  await plot(/^Sign-ins, last 7 days: 2[12]$/).waitFor();
  await plot(/^Tokens, last 7 days: 6[34]$/).waitFor();
  await plot(/^Refused requests, last 7 days: \d+$/).waitFor();
  await page.getByRole('table', { name: 'Who uses it' }).getByText(acme.allowing).waitFor();
  await page
    .getByRole('table', { name: 'What was changed' })
    .getByText('installation.created')
    .waitFor();
  await page.getByText('As a table').click();
  await expectWellMade(page, 'console-activity');
});

it('shows a day and a month', async () => {
  await link('Last 24 hours').click();
  await plot('Webhook deliveries, last 24 hours: 2').waitFor();
  await link('Last 31 days').click();
  await plot('Webhook deliveries, last 31 days: 14').waitFor();
  await page.reload();
  await plot('Webhook deliveries, last 31 days: 14').waitFor();
});

it('leads to the end of all access of the app', async () => {
  await link('End all of it').click();
  await dialog().getByText('End all access that fits the filter').waitFor();
  await dialog().getByRole('button', { name: 'End all of these' }).click();
  await heading('No access fits the filter').waitFor();
  await show(`/apps/${acme.app.name}/activity`);
  await heading('Nobody has given it access').waitFor();
});

it('says that the OAuth service did not answer', async () => {
  const address = `**/v1/apps/installed/*/activity?*`;
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const { attributes } = data;
    const unknown = { signIns: null, tokens: null, refused: null };
    const hours = attributes.hours.map((hour: object) => ({ ...hour, ...unknown }));
    const incomplete = { ...attributes, complete: false, hours };
    await route.fulfill({ response, json: { data: { ...data, attributes: incomplete } } });
  });
  await show(`/apps/${acme.app.name}/activity`);
  await page.getByText('The OAuth service did not answer').waitFor();
  await plot(/^Webhook deliveries/).waitFor();
  expect(await plot(/^Sign-ins/).count()).toBe(0);
  await expectWellMade(page, 'console-activity-incomplete');
});
