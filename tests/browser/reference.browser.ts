import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { browserTests } from './browser-tests.ts';
import { expectToFit, pictureOfWindow } from './chromium.ts';

const widths = [1280, 390];
const on = browserTests();

/** Complaints of the browser: errors, refusals by the policy, requests to other origins. */
async function open(
  address: string,
  width: number,
  status = 200,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await on.newPage(width);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== new URL(address).origin) {
      complaints.push(`request to ${url.origin}`);
    }
  });
  const response = await page.goto(address);
  expect(response?.status()).toBe(status);
  return { page, complaints };
}

describe.each(widths)('at %i px', (width) => {
  it.each([
    ['registry', 'registerApp', 'registry.POST('],
    ['oauth', 'listUsers', 'oauth.GET('],
  ])('the reference of %s shows responses and snippets', async (service, operation, snippet) => {
    const base = service === 'registry' ? on.platform.baseUrl : on.platform.oauthUrl;
    const { page, complaints } = await open(`${base}/docs`, width);
    const section = page.locator(`[id^="tag/"][id$="/operation/${operation}"]`);
    await section.waitFor();
    await section.scrollIntoViewIfNeeded();
    await section.getByText('curl', { exact: true }).first().waitFor();
    expect(await section.textContent()).toContain('Response samples');
    await section.getByText('@app-platform/client', { exact: true }).first().click();
    await section.getByText(snippet).first().waitFor();
    await pictureOfWindow(page, `reference-${service}-${width}`);
    await expectToFit(page);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['registry', 'Parcel tracker'],
    ['oauth', '/oauth/authorize?client_id='],
  ])('the first sample of the reference of %s is of an app as there are', async (service, text) => {
    const base = service === 'registry' ? on.platform.baseUrl : on.platform.oauthUrl;
    const { page, complaints } = await open(`${base}/docs`, width);
    const operation = page.locator('[id*="/operation/"]').first();
    await operation.getByText('curl', { exact: true }).first().waitFor();
    expect(await operation.textContent()).toContain(text);
    expect(complaints).toEqual([]);
  });

  it.each(['baseUrl', 'oauthUrl'] as const)('/ of %s leads to the reference', async (service) => {
    const { page, complaints } = await open(`${on.platform[service]}/`, width);
    expect(new URL(page.url()).pathname).toBe('/docs');
    await page.locator('[id*="/operation/"]').first().waitFor();
    await expectToFit(page);
    expect(complaints).toEqual([]);
  });

  it.each(['baseUrl', 'oauthUrl'] as const)(
    'an unknown address of %s is a page',
    async (service) => {
      for (const path of ['/nothing', '/v1/nothing', '/docs/nothing']) {
        const { page, complaints } = await open(on.platform[service] + path, width, 404);
        await pictureOfWindow(page, `unknown-page-${service}-${width}`);
        await expectToFit(page);
        await page.getByRole('link', { name: 'Start page' }).click();
        expect(new URL(page.url()).pathname).toBe('/docs');
        // Chromium notes the status itself.
        expect(complaints.filter((one) => !one.includes('status of 404'))).toEqual([]);
      }
    },
  );

  it.each([
    ['errors', '/docs/errors#duplicate', '[id="duplicate"]'],
    ['lint-rules', '/docs/lint', 'h1'],
    ['lint-rule', '/docs/lint/unknown-action', 'h1'],
    ['components', '/docs/components', 'h1'],
    ['component', '/docs/components/klasses', 'h1'],
  ])('the page %s is readable', async (name, path, place) => {
    const { page, complaints } = await open(`${on.platform.baseUrl}${path}`, width);
    const box = await page.locator(place).boundingBox();
    // Below the header, which stays at the top.
    expect(box?.y).toBeGreaterThan(30);
    expect(box?.y).toBeLessThan(700);
    await pictureOfWindow(page, `reference-${name}-${width}`);
    await expectToFit(page);
    expect(complaints).toEqual([]);
  });
});
