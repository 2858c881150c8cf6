import { expect } from '@jest/globals';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules whose result the colours decide. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * No rule of axe, best practices included, finds a violation on the page, in light and in dark.
 * axe enters through the DevTools protocol, so that it runs under a policy that forbids scripts.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violationsOf(page, {});
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violationsOf(page, { runOnly: COLOR_RULES });
  await page.emulateMedia({ colorScheme: null });
  expect({ light, dark }).toEqual({ light: [], dark: [] });
}

/** @returns of each violation the rule, and the elements that break it with the reason */
function violationsOf(page: Page, options: object): Promise<unknown[]> {
  return page.evaluate<unknown[]>(`axe.run(document, ${JSON.stringify(options)}).then(
    ({ violations }) => violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary),
    })),
  )`);
}
