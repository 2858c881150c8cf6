import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type PlatformProcesses, startPlatformProcesses } from '../flow/platform-processes.ts';
import { RunningProcess } from '../flow/run-process.ts';
import { expectToFit, launchChromium, newPage, picture } from './chromium.ts';

const LONG = `org.permission.${'w'.repeat(64)}.${'v'.repeat(64)}`;
const ASKED = [
  'org.permission.customer.read',
  'org.permission.message',
  'org.permission.user',
  LONG,
  'offline_access',
];
let platform: PlatformProcesses;
let browser: Browser;

beforeAll(async () => {
  platform = await startPlatformProcesses();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
  RunningProcess.endAll();
});

async function post(url: string, credential: string, body: object, method = 'POST') {
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };
  const { status } = await fetch(url, { method, headers, body: JSON.stringify(body) });
  expect(status).toBeLessThan(300);
}

it.each([390, 1280])(
  'fits a width of %i px: the roles that are left out, and the reason of a block',
  async (width) => {
    const app = await newExternalApp(platform, {
      userRoles: ['org.permission.customer', 'org.permission.user', LONG],
      definition: { roles: ['org.permission.customer', 'org.permission.message', LONG] },
    });
    const request = { app: app.name, roles: ['org.permission.customer', 'org.permission.message'] };
    await post(`${platform.baseUrl}/v1/apps/installed`, app.apiKey, request);
    const page = await newPage(browser, width);
    await page.goto(app.authorizeUrl(ASKED));
    await page.fill('input[name=email]', app.email);
    await page.fill('input[name=password]', PASSWORD);
    await page.click('button[type=submit]');
    await page.waitForSelector('button[value=allow]');
    await picture(page, `left-out-${width}`);
    await expectToFit(page);
    const block = `${platform.registryInternalUrl}/internal/apps/${app.name}/block`;
    const reason = `It sold the data of customers: ${'x'.repeat(300)}`;
    await post(block, platform.operatorToken, { reason }, 'PUT');
    await page.click('button[value=allow]');
    await page.waitForSelector('text=It sold the data');
    await picture(page, `blocked-${width}`);
    await expectToFit(page);
    await page.context().close();
  },
);
