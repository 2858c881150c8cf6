import type { Page } from 'playwright-core';
import { expectNoAxeViolations } from '../axe.ts';
import { expectToFit, picture } from '../chromium.ts';

const WIDTHS = [2560, 390, 320, 1280];
const PICTURED = [390, 1280];

/** Once loaded, the page fits windows from 320 to 2,560 pixels, and axe finds no violation. Keeps pictures for people. */
export async function expectFitAndAccessible(page: Page, name: string): Promise<void> {
  await page.getByText('Loading…').first().waitFor({ state: 'detached' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectToFit(page);
    if (PICTURED.includes(width)) await picture(page, `console-${name}-${width}`);
  }
  await expectNoAxeViolations(page);
}

/** What the page has in storage, and its address. */
export async function keptByBrowser(page: Page): Promise<string> {
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])';
  return page.evaluate<string>(stored);
}
