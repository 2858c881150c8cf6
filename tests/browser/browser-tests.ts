import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { launchChromium } from './chromium.ts';
import { watch } from './well-made.ts';

/** No test is about speed: a busy machine may take long to show anything. */
const WAIT_MILLISECONDS = 120_000;

/** What the tests of a file share. */
export type BrowserTests<Started = Platform> = {
  platform: Started;
  browser: Browser;
  /** A page in a context of its own, which ends with the test. */
  newPage(width?: number): Promise<Page>;
  /** The pages that are open now end with the tests of the file. */
  keepPages(): void;
};

type Closable = { close(): Promise<void> };

/**
 * Starts a platform and a browser before the tests of a file, and closes them after.
 * @param start starts both services, with the options that the file needs
 * @returns filled before the tests
 */
export function browserTests<Started extends Closable = Platform>(
  start: () => Promise<Started> = startPlatform as () => Promise<never>,
): BrowserTests<Started> {
  const tests = {} as BrowserTests<Started>;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    tests.platform = await start();
    tests.browser = await launchChromium();
    tests.newPage = async (width = 1280) => {
      const context = await tests.browser.newContext({ viewport: { width, height: 800 } });
      context.setDefaultTimeout(WAIT_MILLISECONDS);
      contexts.push(context);
      return watch(await context.newPage());
    };
  });
  tests.keepPages = () => void contexts.splice(0);
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  afterAll(async () => {
    await tests.browser?.close();
    await tests.platform?.close();
  });
  return tests;
}

/** Fills in the form of the OAuth service's sign-in page, and sends it. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
}

/** Milliseconds from within a real double click to after the first form has been handled. */
export const GAPS = [10, 120, 350];

/** Presses the mouse button twice on an element, whatever the first click starts. */
export async function clickTwice(page: Page, selector: string, gap: number): Promise<void> {
  // A mouse reaches only what is in the window.
  await page.locator(selector).scrollIntoViewIfNeeded();
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not shown`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await new Promise((resolve) => setTimeout(resolve, gap));
  await page.mouse.click(x, y);
}
