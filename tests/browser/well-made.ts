import { expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { expectNoAxeViolations } from './axe.ts';
import { expectToFit, newPage, picture } from './chromium.ts';

const WIDTHS = [2560, 390, 320, 1280];
const PICTURED = [1280, 390];
/** Chromium notes the status of a page that is an error. */
const STATUS_OF_PAGE = /^Failed to load resource: .* status of (4\d\d|503) /;

/** What browsers wrote to their consoles. */
const messages = new WeakMap<Page, string[]>();

/** A page in a context of its own, whose messages in the console are kept. */
export async function newWatchedPage(browser: Browser): Promise<Page> {
  const page = await newPage(browser, 1280);
  const kept: string[] = [];
  messages.set(page, kept);
  page.on('console', (message) => void kept.push(message.text()));
  page.on('pageerror', (error) => void kept.push(error.message));
  return page;
}

/**
 * The page fits windows from 320 to 2,560 pixels, axe finds no violation in light and in dark, no text
 * is missing, and the console is empty. What still loads is waited for. Keeps pictures for people.
 */
export async function expectWellMade(page: Page, name: string): Promise<void> {
  await page.getByText('Loading…').first().waitFor({ state: 'detached' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectToFit(page);
    if (PICTURED.includes(width)) await picture(page, `${name}-${width}`);
  }
  await expectNoAxeViolations(page);
  expect(await page.textContent('body')).not.toMatch(/undefined|null|\[object/);
  const noted = messages.get(page)?.filter((text) => !STATUS_OF_PAGE.test(text));
  expect(noted).toEqual([]);
}

/** A closed dialog stays closed where a person goes back, and the focus is on what the page is about. */
export async function expectClosed(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('#content:focus').waitFor();
  const address = page.url();
  await page.goBack();
  expect(page.url()).toBe(address);
}

/** Moves the focus with the Tab key until an element has it. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    if (await page.evaluate<boolean>(`document.activeElement.matches('${selector}')`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${selector}`);
}
