import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { startTutorialApp } from '@app-platform/testing/tutorial-app';
import { afterAll, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { picture, pictureOfWindow } from '../chromium.ts';
import {
  ADMINISTRATOR,
  type ConsolePlatform,
  consoleTests,
  type Organization,
} from './console-platform.ts';

let platform: ConsolePlatform;
let organization: Organization;
let app: Awaited<ReturnType<typeof startTutorialApp>>;
let redirectUri: string;

consoleTests(async (started) => {
  platform = started;
  organization = await platform.newOrganization('Demonstration');
  await offerApps(await platform.newOrganization('Example Labs'));
  const port = await freePort();
  app = await startTutorialApp(port);
  redirectUri = `http://127.0.0.1:${port}/callback`;
});
afterAll(() => void app?.close());

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

/** The definition that the README pastes, with the redirect URI of this test's app. */
async function pastedDefinition(): Promise<string> {
  const readme = await readFile(join(repositoryFolder, 'README.md'), 'utf8');
  const [, definition = ''] = /```json\n( {3}\{[\s\S]*?)```/.exec(readme) ?? [];
  return definition.replace('http://localhost:4002/callback', redirectUri);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

it('plays the tutorial of the README by clicks', async () => {
  const email = await organization.newUser(ADMINISTRATOR);
  const { page } = await platform.open(email);
  await link(page, 'Directory').click();
  await link(page, 'Order tracker').waitFor();

  await link(page, 'My apps').click();
  await link(page, 'Register an app').first().click();
  const editor = page.getByRole('textbox', { name: 'App definition' });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(await pastedDefinition());
  await page.getByText(/^\d+ warnings?$/).waitFor();
  await picture(page, 'tutorial-editor-1280');
  await button(page, 'Register').click();

  await link(page, 'Install it from the directory').click();
  await button(page, 'Install').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^customer @\w+PointsNum$/).waitFor();
  await pictureOfWindow(page, 'tutorial-install-1280');
  await dialog.getByRole('button', { name: 'Install' }).click();
  await page.getByText('Installed', { exact: true }).first().waitFor();
  await link(page, 'Directory').click();
  await page.getByRole('heading', { name: 'Points' }).waitFor();
  await pictureOfWindow(page, 'tutorial-directory-1280');
  await page.setViewportSize({ width: 390, height: 800 });
  await pictureOfWindow(page, 'tutorial-directory-390');
  await page.setViewportSize({ width: 1280, height: 800 });

  await link(page, 'My apps').click();
  await link(page, 'Points').click();
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
  await link(page, 'Points').first().waitFor();
  await picture(page, 'tutorial-grants-1280');

  await link(page, 'Attributes').click();
  await page
    .getByText(/@\w+PointsNum/)
    .first()
    .waitFor();
  await picture(page, 'tutorial-attributes-1280');

  await page.goto(`${platform.baseUrl}/console/apps/points_${organization.id}`);
  await button(page, 'Uninstall').click();
  await dialog.getByText('Access that one user gave ends').waitFor();
  await dialog.getByRole('button', { name: 'Uninstall' }).click();
  await page.getByText('Uninstalled.').waitFor();
  await page.goto(`${platform.baseUrl}/console/settings/grants`);
  await page.getByText('No app has access').waitFor();
});
