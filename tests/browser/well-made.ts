import { expect } from '@jest/globals';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expectToFit, picture } from './chromium.ts';

const WIDTHS = [2560, 768, 390, 320, 1280];
const PICTURED = [1280, 390];
/**
 * What Chromium writes by itself: the status of a page that is an error, and that a field keeps the
 * focus where a test typed before the first rendering.
 */
const WRITTEN_BY_CHROMIUM =
  /^Failed to load resource: .* status of (4\d\d|503) |^Autofocus processing was blocked /;

/** What browsers wrote to their consoles. */
const messages = new WeakMap<Page, string[]>();

/** Keeps what the page writes to the console. @returns the page */
export function watch(page: Page): Page {
  const kept: string[] = [];
  messages.set(page, kept);
  page.on('console', (message) => void kept.push(message.text()));
  page.on('pageerror', (error) => void kept.push(error.message));
  return page;
}

/** What a watched page wrote to the console, without what Chromium writes by itself. */
export function messagesOf(page: Page): string[] {
  const kept = messages.get(page);
  if (!kept) throw new Error('The console of the page is not watched.');
  return kept.filter((text) => !WRITTEN_BY_CHROMIUM.test(text));
}

/**
 * The page fits windows from 320 to 2,560 pixels, axe finds no violation in light and in dark, no text
 * is missing, and the console is empty. What still loads is waited for. Keeps pictures for people.
 */
export async function expectWellMade(page: Page, name: string): Promise<void> {
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectToFit(page);
    if (PICTURED.includes(width)) await picture(page, `${name}-${width}`);
  }
  await expectNoAxeViolations(page);
  expect(await page.textContent('body')).not.toMatch(/undefined|null|\[object/);
  expect(messagesOf(page)).toEqual([]);
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

/** What the page has in storage, and its address. */
export async function keptByBrowser(page: Page): Promise<string> {
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])';
  return page.evaluate<string>(stored);
}

/** The rules whose result the colours decide. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * No rule of axe, best practices included, finds a violation on the page, in light and in dark.
 * axe enters through the DevTools protocol, so that it runs under a policy that forbids scripts.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // It takes half a second, and the pages of the console are one document.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violationsOf(page, {});
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violationsOf(page, { runOnly: COLOR_RULES });
  await page.emulateMedia({ colorScheme: null });
  expect({ light, dark }).toEqual({ light: [], dark: [] });
}

/** @returns of each violation the rule, and the elements that break it with the reason */
function violationsOf(page: Page, options: object): Promise<unknown[]> {
  // Nobody reads what passes, which axe otherwise describes element by element.
  const run = JSON.stringify({ ...options, resultTypes: ['violations'] });
  return page.evaluate<unknown[]>(`axe.run(document, ${run}).then(
    ({ violations }) => violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary),
    })),
  )`);
}
