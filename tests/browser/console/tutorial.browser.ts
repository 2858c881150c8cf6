import { startTutorialApp } from '@app-platform/tooling/tutorial-app';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { freePort } from '../../flow/free-ports.ts';
import { picture, pictureOfWindow } from '../chromium.ts';
import {
  type ConsolePlatform,
  type Organization,
  startConsolePlatform,
} from './console-platform.ts';

let platform: ConsolePlatform;
let organization: Organization;
let app: Awaited<ReturnType<typeof startTutorialApp>>;
let redirectUri: string;

beforeAll(async () => {
  platform = await startConsolePlatform();
  organization = await platform.newOrganization('Demonstration');
  await offerApps(await platform.newOrganization('Example Labs'));
  const port = await freePort();
  app = await startTutorialApp(port);
  redirectUri = `http://127.0.0.1:${port}/callback`;
});
afterAll(async () => {
  app?.close();
  await platform?.close();
});

/** What others offer in the directory. */
async function offerApps(labs: Organization): Promise<void> {
  await labs.verify();
  const offers = [
    { app: 'orders', title: 'Order tracker', tags: ['ecommerce', 'messaging'] },
    { app: 'surveys', title: 'Survey after a conversation', tags: ['csat'] },
    { app: 'answers', title: 'Suggested answers', tags: ['ai'] },
    { app: 'reports', title: 'Weekly reports', tags: ['analytics'] },
  ];
  for (const offer of offers) await labs.register({ version: '1.0.0', ...offer });
}

const definition = () => ({
  app: 'loyalty',
  version: '0.0.1',
  title: 'Loyalty points',
  description: 'Shows the points of a customer **beside the conversation**.',
  visibility: 'private',
  identifier: 'loya',
  redirectUris: [redirectUri],
  roles: ['org.permission.customer'],
  tags: ['ecommerce'],
  klasses: [
    {
      name: 'customer',
      metadata: {
        standard: true,
        properties: { pointsNum: { displayName: 'Points', example: '120' } },
      },
    },
  ],
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

it('plays the tutorial of the README by clicks', async () => {
  const email = await organization.newUser(['org.admin', 'org.permission']);
  const { page } = await platform.open(email);
  await link(page, 'Order tracker').waitFor();

  await link(page, 'My apps').click();
  await link(page, 'Register an app').first().click();
  const editor = page.getByRole('textbox', { name: 'App definition' });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(JSON.stringify(definition(), null, 2));
  await page.getByText('1 warning').waitFor();
  await picture(page, 'tutorial-editor-1280');
  await button(page, 'Register').click();

  await link(page, 'Install it from the directory').click();
  await button(page, 'Install').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('customer @loyaPointsNum').waitFor();
  await pictureOfWindow(page, 'tutorial-install-1280');
  await dialog.getByRole('button', { name: 'Install' }).click();
  await page.getByText('Installed', { exact: true }).first().waitFor();
  await link(page, 'Directory').click();
  await page.getByRole('heading', { name: 'Loyalty points' }).waitFor();
  await pictureOfWindow(page, 'tutorial-directory-1280');
  await page.setViewportSize({ width: 390, height: 800 });
  await pictureOfWindow(page, 'tutorial-directory-390');
  await page.setViewportSize({ width: 1280, height: 800 });

  await link(page, 'My apps').click();
  await link(page, 'Loyalty points').click();
  await link(page, 'Access').click();
  await link(page, 'Make a new secret').click();
  await dialog.getByRole('button', { name: 'Make a new secret' }).click();
  await button(page, 'Close').click();
  await link(page, 'Try the sign-in').click();
  await button(page, 'Allow').waitFor();
  await picture(page, 'tutorial-consent-1280');
  await button(page, 'Allow').click();
  await page.getByText('The app has received an authorization code').waitFor();

  await page.goto(`${platform.baseUrl}/console/settings/grants`);
  await link(page, 'Loyalty points').first().waitFor();
  await picture(page, 'tutorial-grants-1280');

  await page.goto(`${platform.baseUrl}/console/apps/loyalty_${organization.id}`);
  await button(page, 'Uninstall').click();
  await dialog.getByText('Access that one user gave ends').waitFor();
  await dialog.getByRole('button', { name: 'Uninstall' }).click();
  await page.getByText('Uninstalled.').waitFor();
  await page.goto(`${platform.baseUrl}/console/settings/grants`);
  await page.getByRole('heading', { name: 'App access' }).waitFor();
  await page.getByText('Loading…').waitFor({ state: 'detached' });
  expect(await page.textContent('main')).not.toContain('Loyalty points');
  await page.context().close();
});
