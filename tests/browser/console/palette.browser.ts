import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectToFit, pictureOfWindow } from '../chromium.ts';
import { expectNoAxeViolations, messagesOf } from '../well-made.ts';
import {
  ADMINISTRATOR,
  type ConsolePlatform,
  consoleTests,
  type Organization,
} from './console-platform.ts';

let platform: ConsolePlatform;
let acme: Organization;
let administrator: string;

consoleTests(async (started) => {
  platform = started;
  acme = await platform.newOrganization('Acme');
  administrator = await acme.newUser(ADMINISTRATOR);
  await acme.newUser(['org.permission.apps'], 'ada.lovelace@acme.example');
  await acme.register({ app: 'loyalty', title: 'Loyalty points', visibility: 'private' });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page) => dialog(page).getByRole('searchbox');
const option = (page: Page, name: string) => dialog(page).getByRole('button', { name });

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).and(page.locator(':focus')).waitFor();
}

async function openConsole(email: string, path: string, width = 1280): Promise<Page> {
  const { page } = await platform.open(email, path, { width });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

describe.each([1280, 390])('the command palette at %i px', (width) => {
  it('finds pages, apps, users and keys, and fits in light and dark', async () => {
    const page = await openConsole(administrator, '/directory', width);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await option(page, 'Audit log').waitFor();
    await pictureOfWindow(page, `console-palette-pages-${width}`);
    await expectNoAxeViolations(page);
    await field(page).fill('a');
    await option(page, 'ada.lovelace@acme.example').waitFor();
    await field(page).fill('loyal');
    await option(page, 'Loyalty points').waitFor();
    expect(await dialog(page).count()).toBe(1);
    await expectToFit(page);
    await pictureOfWindow(page, `console-palette-${width}`);
    await expectNoAxeViolations(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await pictureOfWindow(page, `console-palette-dark-${width}`);
    await option(page, 'Loyalty points').click();
    await heading(page, 'Loyalty points').waitFor();
    expect(await dialog(page).count()).toBe(0);
    await openPalette(page);
    await field(page).fill('ada');
    await option(page, 'ada.lovelace@acme.example').click();
    await page.waitForURL(/\/settings\/users\/[0-9a-f-]+$/);
    expect(messagesOf(page)).toEqual([]);
  });

  it('opens with the keyboard, closes with Escape, and gives the focus back', async () => {
    const page = await openConsole(administrator, '/directory', width);
    const search = page.getByRole('searchbox').first();
    await search.focus();
    await openPalette(page);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await search.and(page.locator(':focus')).waitFor();
    await openPalette(page);
    await field(page).fill('audit');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await search.and(page.locator(':focus')).waitFor();
    await openPalette(page);
    await field(page).fill('audit');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await openPalette(page);
    await page.keyboard.press('Control+k');
    await dialog(page).waitFor({ state: 'detached' });
    expect(messagesOf(page)).toEqual([]);
  });
});

it('leads with the arrow keys and Enter to a page, and nothing is left of it', async () => {
  const page = await openConsole(administrator, '/directory');
  await openPalette(page);
  await field(page).pressSequentially('audit');
  await option(page, 'Audit log').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/settings\/audit/);
  await dialog(page).waitFor({ state: 'detached' });
  await openPalette(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/(directory|installed)/);
});

it('is not opened over a dialog', async () => {
  const page = await openConsole(administrator, '/settings/users?dialog=invite');
  await dialog(page).waitFor();
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(300);
  expect(await dialog(page).count()).toBe(1);
  expect(await dialog(page).textContent()).toContain('Invite');
});

it('shows what the person may see alone, and is loaded when it is opened', async () => {
  const page = await openConsole(await acme.newUser(['org.permission.apps']), '/directory');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await openPalette(page);
  expect(requested.filter((url) => url.includes('palette-dialog'))).not.toEqual([]);
  expect(await option(page, 'Users').count()).toBe(0);
  await field(page).fill('loyalty');
  await option(page, 'Loyalty points').waitFor();
  await field(page).fill('lovelace');
  await dialog(page).getByText('Nothing fits.').waitFor();
  expect(requested.filter((url) => /\/v1\/(users\?|api-keys)/.test(url))).toEqual([]);
});
