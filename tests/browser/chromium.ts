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

/** Keeps a picture of the whole page for people to look at, unless PICTURES is `none`. */
export function picture(page: Page, name: string): Promise<void> {
  return keep(page, name, true);
}

/** Keeps a picture of what the window shows. */
export function pictureOfWindow(page: Page, name: string): Promise<void> {
  return keep(page, name, false);
}

async function keep(page: Page, name: string, fullPage: boolean): Promise<void> {
  if (process.env.PICTURES === 'none') return;
  await mkdir(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage });
}

/** Nothing of the page is wider than the window, and no table wider than its frame. */
export async function expectToFit(page: Page): Promise<void> {
  const overflow = 'document.documentElement.scrollWidth - window.innerWidth';
  expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);
  const ofTables =
    "[...document.querySelectorAll('.data-table-frame')].map((one) => one.scrollWidth - one.clientWidth)";
  expect(Math.max(0, ...(await page.evaluate<number[]>(ofTables)))).toBe(0);
}
