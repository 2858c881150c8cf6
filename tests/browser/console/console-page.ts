import type { Page } from 'playwright-core';
import { expectWellMade } from '../well-made.ts';

export async function expectFitAndAccessible(page: Page, name: string): Promise<void> {
  await expectWellMade(page, `console-${name}`);
}

/** What the page has in storage, and its address. */
export async function keptByBrowser(page: Page): Promise<string> {
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])';
  return page.evaluate<string>(stored);
}
