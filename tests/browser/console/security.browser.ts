import { apiCaller } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../../platform/external-app.ts';
import { expectWellMade } from '../well-made.ts';
import { type ConsolePlatform, consoleTests } from './console-platform.ts';
import { type OrganizationWithAccess, organizationWithAccess } from './organization-with-access.ts';

let platform: ConsolePlatform;
let acme: OrganizationWithAccess;
let page: Page;

const { button, link, dialog } = consoleTests(async (started) => {
  platform = started;
  acme = await organizationWithAccess(platform);
  const keys = apiCaller(platform.baseUrl, acme.app.apiKey);
  await keys('POST', '/v1/api-keys', { name: 'Nightly import', roles: ['org.permission.apps'] });
  const browser = new Browser();
  const email = await acme.newUser('generous', ['org.admin', 'org.permission']);
  const wide = acme.app.authorizeUrl(['org.permission']);
  const consent = await browser.submit(await browser.open(wide, platform.oauthUrl), {
    email,
    password: PASSWORD,
  });
  await browser.submit(consent, { decision: 'allow' });
  page = await platform.share(await acme.newUser('keeper', ['org.admin']), '/settings/api-keys');
});

const table = (name: string) => page.getByRole('table', { name });

it('Security lists wide access, access given by administrators and keys that were never used', async () => {
  await link('Security').click();
  const wide = table('Wide access').getByRole('row', { name: 'generous@example.com' });
  await wide.waitFor();
  expect(await wide.textContent()).toContain('Order Tracker');
  await table('Access given by administrators').getByRole('row', { name: 'generous' }).waitFor();
  await table('API keys').getByRole('row', { name: 'Nightly import' }).waitFor();
  expect(await table('API keys').textContent()).toContain('Never used');
  await page.getByText('Nothing to look at.').nth(1).waitFor();
  await expectWellMade(page, 'console-security');
});

it('Security ends access and revokes keys, each once', async () => {
  const deletions: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions.push(new URL(request.url()).pathname);
  });
  const end = link('End access of Order Tracker for generous@example.com').first();
  await end.click();
  await expectWellMade(page, 'console-security-end');
  await button('End').dblclick();
  await dialog().waitFor({ state: 'detached' });
  await table('Wide access').waitFor({ state: 'detached' });
  await table('Access given by administrators').waitFor({ state: 'detached' });
  await link('Revoke Nightly import').click();
  await button('Revoke').dblclick();
  await dialog().waitFor({ state: 'detached' });
  await link('Revoke Nightly import').waitFor({ state: 'detached' });
  expect(deletions).toEqual(['/v1/grants', expect.stringMatching('/v1/api-keys/')]);
});

it('Security shows a person without the role for users the keys alone', async () => {
  const keysAlone = await platform.open(
    await acme.newUser('keys', ['org.admin.api_keys']),
    '/settings/security',
  );
  await keysAlone.page.getByRole('heading', { name: 'API keys' }).waitFor();
  expect(await keysAlone.page.getByRole('heading', { level: 2 }).count()).toBe(1);
});
