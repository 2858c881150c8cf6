import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';

const screenshots = join(tmpdir(), 'app-platform-screenshots');

/** Debian's Chromium, without a window. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
}

/** A page in a context of its own, whose end is the end of the context. */
export async function newPage(browser: Browser, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  return context.newPage();
}

/** Keeps a picture of the whole page for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  await mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
}

/** Keeps a picture of what the window shows. */
export async function pictureOfWindow(page: Page, name: string): Promise<void> {
  await mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`) });
}

/** Nothing of the page is wider than the window. */
export async function expectToFit(page: Page): Promise<void> {
  const overflow = 'document.documentElement.scrollWidth - window.innerWidth';
  expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);
}
