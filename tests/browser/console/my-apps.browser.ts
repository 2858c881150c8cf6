import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { postJson } from '@app-platform/testing/http/api-caller';
import { until } from '@app-platform/testing/until';
import { afterAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { picture } from '../chromium.ts';
import { expectClosed, expectWellMade, keptByBrowser } from '../well-made.ts';
import {
  ADMINISTRATOR,
  type ConsolePlatform,
  consoleTests,
  type Organization,
} from './console-platform.ts';

const notes = {
  app: 'notes',
  title: 'Notes',
  visibility: 'private',
  version: `1.0.0-${'preview'.repeat(8)}`,
  description: [
    'Notes on orders:\n',
    `    curl https://notes.example/api --data '${'{"note":"text"}'.repeat(12)}'\n`,
    '| Field | Meaning of the field | Where it is shown | Example |',
    '|---|---|---|---|',
    '| orderNumber | The number of the order | In the conversation | ORD-2026-000123 |',
  ].join('\n'),
};

let platform: ConsolePlatform;
let acme: Organization;
let receiver: Server;
let page: Page;

const { dialog } = consoleTests(async (started) => {
  platform = started;
  receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  acme = await platform.newOrganization('Acme');
  page = await platform.share(await acme.newUser(ADMINISTRATOR), '/my-apps');
});
afterAll(() => void receiver?.close());

const show = (path: string) => page.goto(`${platform.baseUrl}/console/my-apps${path}`);

async function registerApps(): Promise<void> {
  const { port } = receiver.address() as AddressInfo;
  const loyalty = {
    app: 'loyalty',
    title: 'Loyalty points',
    visibility: 'public',
    redirectUris: ['https://loyalty.example/callback'],
    lifecycleWebhooks: [
      { url: `http://127.0.0.1:${port}/events`, events: ['app.installed', 'app.uninstalled'] },
    ],
  };
  await acme.register({ ...loyalty, version: '1.0.0' });
  await acme.register({ ...loyalty, version: '1.1.0', description: 'Points for orders.' });
  await acme.register(notes);
  const globex = await platform.newOrganization('Globex');
  const installed = { app: 'loyalty-1.0.0', visibility: 'public' };
  await postJson(`${platform.baseUrl}/v1/apps/installed`, globex.apiKey, installed);
}

it('does not offer to register an app without the role', async () => {
  const empty = await platform.newOrganization('Empty');
  const { page: reading } = await platform.open(
    await empty.newUser(['org.permission.apps']),
    '/my-apps',
  );
  await reading.getByText('Your organization has no app yet').waitFor();
  await expectWellMade(reading, 'console-my-apps-reader');
  expect(await reading.getByRole('link', { name: 'Register an app' }).count()).toBe(0);
});

it('leads to the editor where there is no app, and lists own apps where there are some', async () => {
  await page.getByText('Your organization has no app yet').waitFor();
  await expectWellMade(page, 'console-my-apps-none');
  await registerApps();
  await show('');
  await page.getByRole('link', { name: 'Notes' }).waitFor();
  await expectWellMade(page, 'console-my-apps-list');
  await page.getByRole('link', { name: 'Loyalty points' }).click();
  await page.waitForURL('**/my-apps/loyalty/versions?visibility=public');
});

it('shows an app whose version and description have long words', async () => {
  await show(`/notes_${acme.id}/versions?visibility=private`);
  await page.getByRole('rowheader', { name: notes.version }).waitFor();
  await expectWellMade(page, 'console-my-apps-long-version');
  await page.getByRole('link', { name: 'In the directory' }).click();
  await page.getByRole('columnheader', { name: 'Where it is shown' }).waitFor();
  await expectWellMade(page, 'console-app-long-description');
  await show('/loyalty/versions?visibility=public');
});

it('shows the versions, the organizations that have them, and what a version changes', async () => {
  const row = page.getByRole('row', { name: /^1\.0\.0/ });
  await row.waitFor();
  expect(await row.getByRole('cell').nth(2).textContent()).toContain('1');
  await expectWellMade(page, 'console-my-apps-versions');
  await page.getByRole('link', { name: 'Compare: version 1.1.0' }).click();
  await dialog().getByText('description').waitFor();
  await picture(page, 'console-my-apps-compare-1280');
  await page.keyboard.press('Escape');
});

it('deprecates and yanks a version, and ends both', async () => {
  await page.getByRole('link', { name: 'Deprecate: version 1.0.0' }).click();
  await dialog().getByLabel('Message').fill('Use 1.1.0.');
  // The dialog is in the address, and what was typed is kept.
  await page.reload();
  expect(await dialog().getByLabel('Message').inputValue()).toBe('Use 1.1.0.');
  await page.keyboard.press('Escape');
  // No button of this page opened the dialog.
  await page.locator('#content:focus').waitFor();
  await page.getByRole('link', { name: 'Deprecate: version 1.0.0' }).click();
  await dialog().getByLabel('Message').fill('Use 1.1.0.');
  await dialog().getByLabel('Successor').fill('loyalty-1.1.0');
  await expectWellMade(page, 'console-my-apps-deprecate');
  await dialog().getByRole('button', { name: 'Deprecate' }).click();
  await page.getByText('Successor: loyalty-1.1.0').waitFor();
  await page.getByRole('link', { name: 'Yank: version 1.0.0' }).click();
  await dialog().getByText('in one organization').waitFor();
  await dialog().getByLabel('Reason').fill('It loses points.');
  await dialog().getByRole('button', { name: 'Yank' }).click();
  await page.getByText('It loses points.').waitFor();
  await expectWellMade(page, 'console-my-apps-withdrawn');
  await page.getByRole('link', { name: 'End the yanking: version 1.0.0' }).click();
  await dialog().getByRole('button', { name: 'End the yanking' }).click();
  await page.getByText('It loses points.').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'End the deprecation: version 1.0.0' }).click();
  await dialog().getByRole('button', { name: 'End the deprecation' }).click();
  await page.getByText('Use 1.1.0.').waitFor({ state: 'detached' });
});

it('shows the redirect URIs, and a new secret once', async () => {
  await page.getByRole('link', { name: 'Access' }).click();
  await page.getByText('https://loyalty.example/callback').waitFor();
  await expectWellMade(page, 'console-my-apps-access');
  await page.getByRole('link', { name: 'Make a new secret' }).click();
  await dialog().getByLabel('The secret before stays valid').selectOption('24 hours');
  await dialog().getByRole('button', { name: 'Make a new secret' }).click();
  const secret = await dialog().getByLabel('Client secret').inputValue();
  expect(secret).toMatch(/^acs_/);
  await expectWellMade(page, 'console-my-apps-secret');
  expect(await keptByBrowser(page)).not.toContain(secret);
  await dialog().getByRole('button', { name: 'Close' }).click();
  await expectClosed(page);
  expect(await page.content()).not.toContain(secret);
});

it('shows deliveries of webhooks, and sends them again', async () => {
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: /127\.0\.0\.1/ }).waitFor();
  await expectWellMade(page, 'console-my-apps-webhooks');
  await page.getByRole('link', { name: /127\.0\.0\.1/ }).click();
  await page.getByRole('link', { name: 'Make a new signing secret' }).click();
  await dialog().getByRole('button', { name: 'Make a new signing secret' }).click();
  expect(await dialog().getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/);
  await dialog().getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Send a test event' }).click();
  const row = page.getByRole('row', { name: /webhook\.test/ });
  await row.getByText('Delivered').waitFor();
  await page.getByRole('button', { name: 'Send again: webhook.test' }).first().click();
  await row.nth(1).getByText('Delivered').waitFor();
  await row.first().getByText('Payload').click();
  await expectWellMade(page, 'console-my-apps-deliveries');
});

it('lists requests that failed lately, and examines one', async () => {
  await page.getByRole('link', { name: 'Doctor' }).click();
  await page.getByText('No request of this app was refused in the last two weeks').waitFor();
  await page.getByRole('link', { name: 'Access' }).click();
  const clientId = String(await page.locator('.copied-text code').first().textContent());
  const url = new URL(`${platform.oauthUrl}/oauth/authorize?response_type=code&scope=org`);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('redirect_uri', 'https://loyalty.example/callbak');
  await (await fetch(url, { redirect: 'manual' })).body?.cancel();
  await page.getByRole('link', { name: 'Doctor' }).click();
  const row = page.getByRole('row', { name: /invalid_redirect_uri/ });
  await until('the failure is listed', 20_000, async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    return row.isVisible();
  });
  await row.getByRole('button', { name: /^Examine/ }).click();
  await page.getByText('The request fails.').waitFor();
  await page.getByText('from character').waitFor();
  await expectWellMade(page, 'console-my-apps-failures');
});

it('examines a failing request', async () => {
  await page.getByRole('link', { name: 'Access' }).click();
  const clientId = await page.locator('.copied-text code').first().textContent();
  await page.getByRole('link', { name: 'Doctor' }).click();
  const request = page.getByLabel('Address or body of the request');
  await request.fill('grant_type=authorization_code&client_secret=acs_secret&client_id=loyalty');
  expect(await request.inputValue()).toBe('grant_type=authorization_code&client_id=loyalty');
  await request.fill(
    `${platform.oauthUrl}/oauth/authorize?client_id=${clientId}&redirect_uri=https://loyalty.example/callbak`,
  );
  await page.getByRole('button', { name: 'Examine', exact: true }).click();
  await page.getByText('The request fails.').waitFor();
  await page.getByText('redirect_uri').first().waitFor();
  await expectWellMade(page, 'console-my-apps-doctor');
});

it('says which roles are missing instead of offering what fails', async () => {
  const reader = await platform.open(
    await acme.newUser(['org.permission.apps']),
    '/my-apps/loyalty/access?visibility=public',
  );
  page = reader.page;
  await page.getByText('A new secret needs org.admin.apps').waitFor();
  expect(await page.getByRole('link', { name: 'New version' }).count()).toBe(0);
  await expectWellMade(page, 'console-my-apps-roles');
  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByRole('link', { name: 'Compare: version 1.1.0' }).waitFor();
  expect(await page.getByRole('link', { name: /^Yank/ }).count()).toBe(0);
  expect(reader.complaints).toEqual([]);
});
