import type { Page } from 'playwright-core';

/** What the page has in storage, and its address. */
export async function keptByBrowser(page: Page): Promise<string> {
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])';
  return page.evaluate<string>(stored);
}
