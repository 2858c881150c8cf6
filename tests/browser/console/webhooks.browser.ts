import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { postJson } from '@app-platform/testing/http/api-caller';
import { afterAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectClosed, expectWellMade, keptByBrowser } from '../well-made.ts';
import {
  ADMINISTRATOR,
  type ConsolePlatform,
  consoleTests,
  type Organization,
} from './console-platform.ts';

let platform: ConsolePlatform;
let acme: Organization;
let receiver: Server;
let address: string;
let page: Page;

const { link, dialog, show, expectComplaints } = consoleTests(async (started) => {
  platform = started;
  receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
  acme = await platform.newOrganization('Acme');
  page = await platform.share(await acme.newUser(ADMINISTRATOR), '/settings');
});
afterAll(() => void receiver?.close());

const button = (name: string) => dialog().getByRole('button', { name, exact: true });

it('creates a webhook of the organization, and shows its signing secret once', async () => {
  await page.getByRole('navigation', { name: 'Settings' }).getByText('Webhooks').click();
  await page.getByText('Your organization has no webhook yet').waitFor();
  await expectWellMade(page, 'console-webhooks-none');
  await link('Create a webhook').last().click();
  await button('Create a webhook').click();
  await dialog().getByText('Type the address.').waitFor();
  await dialog().getByText('Choose at least one event.').waitFor();
  await expectWellMade(page, 'console-webhook-form');
  await dialog().getByLabel('Address').fill(address);
  await dialog().getByLabel('Description').fill('Order import');
  await dialog().getByLabel('An app is installed').check();
  await button('Create a webhook').click();
  const shown = dialog().getByLabel('Signing secret');
  const secret = await shown.inputValue();
  expect(secret).toMatch(/^whsec_/);
  await expectWellMade(page, 'console-webhook-created');
  expect(await keptByBrowser(page)).not.toContain(secret);
  await button('Close').click();
  await expectClosed(page);
  await page.getByRole('row', { name: /Order import/ }).waitFor();
  await expectWellMade(page, 'console-webhooks');
});

it('delivers what happens to an app to the webhook', async () => {
  await acme.register({ app: 'orders', visibility: 'private' });
  const installed = { app: `orders_${acme.id}-0.0.1`, visibility: 'private' };
  await postJson(`${platform.baseUrl}/v1/apps/installed`, acme.apiKey, installed);
  await link(address).click();
  const row = page.getByRole('row', { name: /app\.installed/ });
  await row.waitFor();
  await row.getByText('Delivered').waitFor();
  await expectWellMade(page, 'console-webhook');
});

it('offers to send to a webhook only while it is active', async () => {
  const sending = page.getByRole('button', { name: /^Send/ });
  await sending.nth(1).waitFor();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('switched off by your organization').waitFor();
  await sending.first().waitFor({ state: 'detached' });
  await expectWellMade(page, 'console-webhook-inactive');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await sending.nth(1).waitFor();
});

it('changes a webhook, and says beside the field what the platform refuses', async () => {
  await link('Change').click();
  await dialog().getByLabel('Address').fill('https://10.0.0.1/events');
  await dialog().getByLabel('An app is uninstalled').check();
  await button('Save').click();
  await dialog().getByText('is not a public address').waitFor();
  await dialog()
    .getByLabel('Address')
    .fill(`${address}/${'a'.repeat(2_048)}`);
  await button('Save').click();
  await dialog().getByText("'url' must have at most 2048 characters").waitFor();
  await dialog().getByLabel('Address').fill(`${address}/2`);
  await button('Save').click();
  await page.getByRole('heading', { level: 1, name: `${address}/2` }).waitFor();
  await dialog().waitFor({ state: 'detached' });
  await link('All webhooks').click();
  await page.getByText('app.installed, app.uninstalled').waitFor();
  expectComplaints(/ status of 400 /);
});

it('gives a webhook another secret, and deletes it', async () => {
  await link(`${address}/2`).click();
  await link('Make a new signing secret').click();
  await button('Make a new signing secret').click();
  expect(await dialog().getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/);
  await button('Close').click();
  await expectClosed(page);
  await link('Delete').click();
  await dialog().getByText(`Nothing is sent to ${address}/2 any more.`).waitFor();
  await expectWellMade(page, 'console-webhook-delete');
  await button('Delete').click();
  await page.getByText('Your organization has no webhook yet').waitFor();
});

it('says that a webhook which a definition declares changes with the definition', async () => {
  const lifecycleWebhooks = [{ url: address, events: ['app.installed'] }];
  await acme.register({ app: 'loyalty', visibility: 'private', lifecycleWebhooks });
  await show('/settings/webhooks');
  await page.getByText(`Declared by loyalty_${acme.id}`).waitFor();
  await link(address).click();
  await page.getByText('Its definition declares it').waitFor();
  // Its secret was in the response to the registration.
  expect(await page.getByText('its receiver cannot check who sent a delivery').count()).toBe(0);
  expect(await link('Delete').count()).toBe(0);
  await expectWellMade(page, 'console-webhook-declared');
  const advice = page.getByText('Send a test event to see whether the address answers.');
  await advice.waitFor();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await advice.waitFor({ state: 'detached' });
});

it('names the role that webhooks need', async () => {
  const reader = await platform.open(
    await acme.newUser(['org.permission.apps']),
    '/settings/webhooks',
  );
  await reader.page.getByText('It needs the role org.admin.apps').waitFor();
  expect(reader.complaints).toEqual([]);
});
