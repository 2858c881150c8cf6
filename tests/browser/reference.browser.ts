import { join } from 'node:path';
import { postJson } from '@app-platform/testing/http/api-caller';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { startPlatform } from '../platform/platform.ts';
import { browserTests, clickTwice, signIn } from './browser-tests.ts';
import { expectToFit, pictureOfWindow } from './chromium.ts';
import { expectNoAxeViolations, keptByBrowser, messagesOf } from './well-made.ts';

const BUDGET_BYTES = 150 * 1024;
const consoleFolder = join(repositoryFolder, 'dist/console');
const on = browserTests(() => startPlatform({ consoleFolder }));

/** From the page at an unknown address. The console asks for a sign-in. */
const waysOn = {
  baseUrl: { name: 'Documentation', leadsTo: /\/docs$/ },
  oauthUrl: { name: 'Go to the console', leadsTo: /\/console|\/interaction\// },
};

/** Each kind of page. */
const pages: Record<string, string> = {
  home: '/docs',
  guide: '/docs/guides/external-app',
  'command-line': '/docs/cli',
  registry: '/docs/registry',
  oauth: '/docs/oauth',
  operation: '/docs/registry/registerApp',
  schemas: '/docs/registry/schemas',
  errors: '/docs/errors',
  'lint-rules': '/docs/lint',
  'lint-rule': '/docs/lint/unknown-action',
  components: '/docs/components',
  component: '/docs/components/klasses',
  roles: '/docs/roles',
  changelog: '/docs/changelog',
};

/** The bytes that a page and what it loads, all of it from its own origin, take in transit. */
async function open(page: Page, address: string): Promise<number> {
  const response = await page.goto(address, { waitUntil: 'load' });
  expect(response?.status()).toBe(200);
  const loaded = await page.evaluate<{ name: string; encodedBodySize: number }[]>(
    `['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type).map((one) => one.toJSON()))`,
  );
  const { origin } = new URL(address);
  expect(loaded.filter(({ name }) => new URL(name).origin !== origin)).toEqual([]);
  return loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

describe.each([1280, 390])('at %i px', (width) => {
  it('each kind of page fits, has no violation of axe in light and dark, and is small', async () => {
    const page = await on.newPage(width);
    for (const [name, path] of Object.entries(pages)) {
      const bytes = await open(page, on.platform.baseUrl + path);
      expect([path, bytes > 10_000, bytes < BUDGET_BYTES]).toEqual([path, true, true]);
      await expectToFit(page);
      await pictureOfWindow(page, `reference-${name}-${width}`);
      await expectNoAxeViolations(page);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${on.platform.baseUrl}/docs/registry/registerApp`);
    await pictureOfWindow(page, `reference-dark-${width}`);
    expect(messagesOf(page)).toEqual([]);
  });

  it.each(['/docs/errors#duplicate', '/docs/oauth/schemas#Token', '/docs/registry#webhooks'])(
    '%s lands below the header, which stays at the top',
    async (path) => {
      const page = await on.newPage(width);
      await page.goto(on.platform.baseUrl + path);
      const header = await page.locator('body > header').boundingBox();
      const target = await page.locator(`main [id="${path.split('#')[1]}"]`).boundingBox();
      expect(header?.y).toBe(0);
      expect(target?.y).toBeGreaterThan(header?.height ?? 0);
      expect(target?.y).toBeLessThan(400);
    },
  );

  it.each(['baseUrl', 'oauthUrl'] as const)('unknown pages of %s lead on', async (service) => {
    const page = await on.newPage(width);
    for (const path of ['/nothing', '/v1/nothing', '/docs/nothing']) {
      const response = await page.goto(on.platform[service] + path);
      expect(response?.status()).toBe(404);
      await page.getByText('There is no page at this address').waitFor();
      await pictureOfWindow(page, `unknown-page-${service}-${width}`);
      await expectToFit(page);
      await expectNoAxeViolations(page);
      const { name, leadsTo } = waysOn[service];
      await page.locator('main').getByRole('link', { name }).click();
      await page.waitForURL(leadsTo);
    }
    expect(messagesOf(page)).toEqual([]);
  });

  it('the search leads to errors, operations and guides', async () => {
    const page = await on.newPage(width);
    await page.goto(`${on.platform.baseUrl}/docs`);
    for (const [text, path] of [
      ['duplicate', '/docs/errors#duplicate'],
      ['client secret', '/docs/registry/generateSecret'],
      ['/v1/users/{id}/disable', '/docs/oauth/disableUser'],
      ['voice app', '/docs/guides/voice-app'],
    ] as const) {
      await page.getByRole('searchbox', { name: 'Search' }).fill(text);
      const result = page.locator(`#search a[href="${path}"]`).first();
      await result.waitFor();
      await pictureOfWindow(page, `documentation-search-${width}`);
      await expectToFit(page);
      await result.click();
      await page.waitForURL(on.platform.baseUrl + path);
    }
    expect(messagesOf(page)).toEqual([]);
  });
});

it('reads without script: every link, no search and no console', async () => {
  const context = await on.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${on.platform.baseUrl}/docs/registry/whoAmI`);
  await page.getByRole('heading', { name: 'Responses' }).waitFor();
  expect(await page.locator('input:visible, button:visible').count()).toBe(0);
  await page.getByText('Requests from this page need JavaScript.').waitFor();
  await page.getByRole('link', { name: 'Errors' }).first().click();
  await page.getByRole('heading', { name: 'Errors', exact: true }).waitFor();
  await context.close();
});

describe('the request console', () => {
  const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();
  const answer = (page: Page) => page.getByRole('region', { name: 'Try it' }).locator('pre');

  async function openOperation(path: string): Promise<{ page: Page; app: ExternalApp }> {
    const app = await newExternalApp(on.platform);
    const page = await on.newPage();
    await page.goto(on.platform.baseUrl + path);
    return { page, app };
  }

  it('sends with the sign-in of the reader, to both services, and keeps no token', async () => {
    const { page, app } = await openOperation('/docs/registry/listVersions');
    await page.getByLabel('name required').fill(app.name);
    await send(page);
    await signIn(page, app.email, PASSWORD);
    await page.getByText(`"${app.name}`).first().waitFor();
    expect(await page.locator('.status').textContent()).toBe('200');
    expect(page.url()).toBe(`${on.platform.baseUrl}/docs/registry/listVersions`);
    expect(await page.getByLabel('name required').inputValue()).toBe(app.name);
    await pictureOfWindow(page, 'documentation-console-1280');
    expect(await keptByBrowser(page)).not.toMatch(/eyJ|code=|verifier/);
    // Signed in already: nobody is asked again.
    await page.goto(`${on.platform.baseUrl}/docs/oauth/readSignedInUser`);
    await send(page);
    await page.getByText(app.email).first().waitFor();
    await expectNoAxeViolations(page);
    expect(messagesOf(page)).toEqual([]);
  });

  it('sends with an API key that ends with the page', async () => {
    const { page, app } = await openOperation('/docs/registry/registerApp');
    await page.getByLabel('An API key').check();
    await page.getByLabel('API key', { exact: true }).fill(app.apiKey);
    const body = { app: 'from_the_console', version: '0.0.1', title: 'x', visibility: 'private' };
    await page.getByLabel('Body').fill(JSON.stringify(body));
    await send(page);
    await page.locator('.status').getByText('201').waitFor();
    expect(await answer(page).textContent()).toContain(`from_the_console_${app.organizationId}`);
    expect(await keptByBrowser(page)).not.toContain(app.apiKey);
    await page.reload();
    expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe('');
    const own = await postJson(`${on.platform.baseUrl}/v1/apps/validate`, app.apiKey, body);
    expect(own.data).toBeDefined();
  });

  it('a value of the path never leads to another operation', async () => {
    const { page, app } = await openOperation('/docs/registry/readApp');
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.getByLabel('An API key').check();
    await page.getByLabel('API key', { exact: true }).fill(app.apiKey);
    await page.getByLabel('appVersion required').fill('..');
    await send(page);
    await page.getByText('Enter a value for appVersion.').waitFor();
    await page.getByLabel('appVersion required').fill('../../me');
    await send(page);
    await page.locator('.status').waitFor();
    expect(requested.filter((path) => path.startsWith('/v1/'))).toEqual([
      '/v1/apps/available/..%2F..%2Fme',
    ]);
  });

  it('reads the addresses again after a failure', async () => {
    const { page, app } = await openOperation('/docs/registry/readApp');
    await page.route('**/docs/installation.json', (route) => route.abort());
    await page.reload();
    await page.getByText('The service cannot be reached. Try again in a moment.').waitFor();
    await page.unroute('**/docs/installation.json');
    await page.getByLabel('An API key').check();
    await page.getByLabel('appVersion required').fill(app.name);
    await send(page);
    await page.getByLabel('API key', { exact: true }).fill(app.apiKey);
    await send(page);
    await page.locator('.status').getByText('200').waitFor();
  });

  it('starts one sign-in at a double click', async () => {
    const { page, app } = await openOperation('/docs/registry/whoAmI');
    const signIns: string[] = [];
    // The page that leaves stays for a while, as on a slow network.
    await page.route('**/oauth/authorize?*', async (route) => {
      signIns.push(route.request().url());
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await page.getByRole('radio', { name: 'Your sign-in' }).and(page.locator(':checked')).waitFor();
    await clickTwice(page, '.console button', 300);
    await signIn(page, app.email, PASSWORD);
    await page.locator('.status').getByText('200').waitFor();
    expect(signIns).toHaveLength(1);
  });

  it('forgets a sign-in that the reader abandons, and keeps what was typed', async () => {
    const { page } = await openOperation('/docs/registry/readApp');
    await page.getByLabel('appVersion required').fill('abandoned');
    await send(page);
    await page.locator('input[name=email]').waitFor();
    await page.goBack();
    await page.getByText('You have not signed in. Nothing was sent.').waitFor();
    expect(await page.getByLabel('appVersion required').inputValue()).toBe('abandoned');
    expect(await keptByBrowser(page)).not.toMatch(/verifier|abandoned/);
    await send(page);
    await page.locator('input[name=email]').waitFor();
    await page.goto(`${on.platform.baseUrl}/docs/errors`);
    await page.getByRole('searchbox').waitFor();
    expect(await keptByBrowser(page)).not.toMatch(/verifier|abandoned/);
  });

  it('keeps what was typed where a sign-in fails', async () => {
    const { page, app } = await openOperation('/docs/registry/readApp');
    await page.getByLabel('appVersion required').fill(app.name);
    await page.route('**/oauth/token', (route) => route.abort());
    await send(page);
    await signIn(page, app.email, PASSWORD);
    await page.getByText('The sign-in failed').waitFor();
    expect(await page.getByLabel('appVersion required').inputValue()).toBe(app.name);
    expect(await page.locator('.status:visible').count()).toBe(0);
  });

  it('keeps what was typed at another address of the registry, and sends nothing by itself', async () => {
    const app = await newExternalApp(on.platform);
    const page = await on.newPage();
    const other = on.platform.baseUrl.replace('127.0.0.1', 'localhost');
    await page.goto(`${other}/docs/registry/readApp`);
    await page.getByLabel('appVersion required').fill(app.name);
    await send(page);
    const address = `${on.platform.baseUrl}/docs/registry/readApp`;
    await page.waitForURL(address);
    await page.getByText('Requests are sent from this address. Press Send once more.').waitFor();
    expect(await page.locator('.status:visible').count()).toBe(0);
    await send(page);
    await signIn(page, app.email, PASSWORD);
    await page.locator('.status').getByText('200').waitFor();
    expect(await page.getByLabel('appVersion required').inputValue()).toBe(app.name);
    expect(page.url()).toBe(address);
  });

  it('attack: an address holds the input of a request: it is shown, and nothing is sent', async () => {
    const app = await newExternalApp(on.platform);
    const page = await on.newPage();
    await page.goto(`${on.platform.baseUrl}/docs/registry/uninstallApp`);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    for (const input of [
      { parameters: { name: app.name } },
      { parameters: 1, body: {} },
      null,
      '<b>',
    ]) {
      await page.goto('about:blank');
      const fragment = encodeURIComponent(JSON.stringify(input));
      await page.goto(`${on.platform.baseUrl}/docs/registry/uninstallApp#input=${fragment}`);
      await page
        .getByRole('radio', { name: 'Your sign-in' })
        .and(page.locator(':checked'))
        .waitFor();
    }
    expect(requested.filter((path) => !path.startsWith('/docs/'))).toEqual([]);
    expect(messagesOf(page)).toEqual([]);
  });
});

describe('the search', () => {
  it('follows no result that is hidden', async () => {
    const page = await on.newPage();
    await page.goto(`${on.platform.baseUrl}/docs`);
    const field = page.getByRole('searchbox', { name: 'Search' });
    await field.fill('webhooks');
    await page.locator('#search li').first().waitFor();
    await field.press('Escape');
    await page.locator('.results').waitFor({ state: 'hidden' });
    await field.press('Enter');
    await page.waitForTimeout(200);
    expect(page.url()).toBe(`${on.platform.baseUrl}/docs`);
    await field.fill('webhooks');
    await page.locator('#search li a').first().focus();
    await page.keyboard.press('Escape');
    await page.locator('.results').waitFor({ state: 'hidden' });
    await page.locator('#search input:focus').waitFor();
    await field.press('Enter');
    await page.locator('.results').waitFor();
    await field.press('Enter');
    await page.waitForURL(/webhooks/i);
  });

  it('reads the index again after a failure', async () => {
    const page = await on.newPage();
    await page.goto(`${on.platform.baseUrl}/docs`);
    await page.route('**/assets/*.json', (route) => route.abort());
    const field = page.getByRole('searchbox', { name: 'Search' });
    await field.fill('webhook');
    await page.getByText('The search cannot be loaded. Type again to try once more.').waitFor();
    await page.unroute('**/assets/*.json');
    await field.fill('webhooks');
    await page.locator('#search li').first().waitFor();
  });
});

describe.each(['baseUrl', 'oauthUrl'] as const)('%s', (service) => {
  it('shows the reference of the OAuth service', async () => {
    const page = await on.newPage(390);
    await page.goto(`${on.platform[service]}/docs/oauth`);
    await page.getByText('/v1/consent-requests/{id}').first().waitFor();
    await expectToFit(page);
    await expectNoAxeViolations(page);
    expect(messagesOf(page)).toEqual([]);
  });
});
