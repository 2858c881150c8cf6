import { setTimeout as sleep } from 'node:timers/promises';
import { apiCaller } from '@app-platform/testing/http/api-caller';
import { until } from '@app-platform/testing/until';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signIn } from '../browser-tests.ts';
import { expectWellMade, messagesOf, tabTo } from '../well-made.ts';
import {
  ADMINISTRATOR,
  type ConsolePlatform,
  consoleTests,
  type Organization,
} from './console-platform.ts';

/** The most that the first load may take, compressed. */
const MOST_BYTES = 250 * 1024;
/** The most requests of a first page with an empty cache. */
const MOST_REQUESTS = 40;

let platform: ConsolePlatform;
let acme: Organization;
let labs: Organization;
/** The page of an administrator, and that of a user who may not install apps. */
let administrator: Page;
let reader: Page;

const loyalty = {
  app: 'loyalty',
  title: 'Loyalty points',
  tags: ['ecommerce', 'csat'],
  identifier: 'loya',
  roles: ['org.permission.customer'],
  description:
    '## Points\n\n#### Levels\n\nShows <strong>points</strong>.\n\n<script>alert(1)</script><img src=x onerror="alert(1)">\n\n[Site](javascript:alert(1)) [Help](https://labs.example.com)\n\n| Points | Level |\n| - | - |\n| 100 | Gold |',
  appDetails: { appDeveloper: { name: 'Labs', website: 'https://labs.example.com' } },
  postInstallMessage: '# Next\n\nOpen a customer to see the points.',
  dependencies: ['orders-^1.0.0'],
  klasses: [
    {
      name: 'customer',
      metadata: { standard: true, properties: { pointsNum: { displayName: 'Points' } } },
    },
  ],
};

consoleTests(async (started) => {
  platform = started;
  acme = await platform.newOrganization('Acme');
  labs = await platform.newOrganization('Example Labs');
  await labs.verify();
  const orders = { app: 'orders', version: '1.0.0', title: 'Order tracker' };
  await labs.register({ ...orders, roles: ['org.permission.message'] });
  await labs.register({ ...loyalty, changelog: { '0.0.1': '{{2026-01-31}} **First** release.' } });
  await acme.register({ app: 'intern', title: 'Internal notes', visibility: 'private' });
  administrator = (await platform.open(await acme.newUser(ADMINISTRATOR))).page;
  reader = (await platform.open(await acme.newUser(['org.permission.apps']))).page;
});
afterEach(async () => {
  for (const page of [administrator, reader]) await page.unrouteAll();
});

const show = (page: Page, path = '') => page.goto(`${platform.baseUrl}/console${path}`);

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

describe('the directory', () => {
  it('opens after a sign-in within 250 KiB, and no token is in storage', async () => {
    const page = await platform.newPage();
    let bytes = 0;
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await show(page, '/directory');
    await signIn(page, await acme.newUser(ADMINISTRATOR));
    await heading(page, 'Loyalty points').waitFor();
    const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])';
    expect(await page.evaluate<string>(stored)).toBe('[{},{}]');
    expect(messagesOf(page)).toEqual([]);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  it('loads one script before the sign-in', async () => {
    const page = await platform.newPage();
    const scripts: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/console\/.*[.]js$/.test(pathname)) scripts.push(pathname);
    });
    await show(page, '/directory');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(scripts).toHaveLength(1);
  });

  it('shows the first page of an administrator with at most 40 requests and 250 KiB', async () => {
    const page = await platform.newPage();
    await show(page);
    await signIn(page, await acme.newUser(ADMINISTRATOR));
    await heading(page, 'Installed apps').waitFor();
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.clearBrowserCache');
    let [bytes, requests] = [0, 0];
    network.on('Network.requestWillBeSent', () => {
      requests += 1;
    });
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await show(page);
    await heading(page, 'No app is installed yet').waitFor();
    await page.waitForLoadState('networkidle');
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(requests).toBeLessThanOrEqual(MOST_REQUESTS);
  });

  it('is searched as one types, filtered by tag, and linked', async () => {
    const page = reader;
    await show(page);
    const cards = page.getByRole('article');
    await expectCards(page, ['Internal notes', 'Loyalty points', 'Order tracker']);
    await expectWellMade(page, 'console-directory');
    const [own, , tracker] = await cards.allTextContents();
    expect(own).toContain('Your private app');
    expect(tracker).toMatch(/Example Labs.*Verified/);
    await page.getByRole('searchbox', { name: 'Search apps' }).fill('order');
    await expectCards(page, ['Order tracker']);
    expect(page.url()).toBe(`${platform.baseUrl}/console/directory?q=order`);
    await page.getByRole('searchbox', { name: 'Search apps' }).fill('nothing at all');
    await heading(page, 'No app fits').waitFor();
    await expectWellMade(page, 'console-directory-empty');
    await page.getByRole('link', { name: 'Show all apps' }).click();
    await page.getByRole('link', { name: 'E-commerce' }).click();
    await expectCards(page, ['Loyalty points']);
    await page.reload();
    await expectCards(page, ['Loyalty points']);
    const chosen = page
      .getByRole('navigation', { name: 'Filter by tag' })
      .locator('[aria-current]');
    expect(await chosen.allTextContents()).toEqual(['E-commerce']);
  });

  it('keeps a search when a tag is chosen before the search begins', async () => {
    const page = reader;
    await show(page);
    await expectCards(page, ['Internal notes', 'Loyalty points', 'Order tracker']);
    // In the page: a command of the test may come after the pause in typing.
    const click = `document.querySelector('nav a[href*="tag=ecommerce"]').click()`;
    await page.evaluate(
      `document.addEventListener('input', () => setTimeout(() => ${click}, 20), { once: true })`,
    );
    await page.getByRole('searchbox', { name: 'Search apps' }).fill('order');
    await heading(page, 'No app fits').waitFor();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({ q: 'order', tag: 'ecommerce' });
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expectCards(page, ['Order tracker']);
  });

  it('leads to an app that is opened before a search begins', async () => {
    const page = reader;
    await show(page);
    await heading(page, 'Loyalty points').waitFor();
    await page.route('**/app-page-*.js', async (route) => {
      await sleep(1_000);
      await route.continue();
    });
    await page.getByRole('searchbox', { name: 'Search apps' }).fill('loyalty');
    await page.getByRole('link', { name: 'Loyalty points' }).click();
    await page.getByRole('heading', { level: 1, name: 'Loyalty points' }).waitFor();
    expect(page.url()).toContain('/console/apps/loyalty');
  });

  async function expectCards(page: Page, titles: string[]): Promise<void> {
    const shown = async () => (await page.locator('article h2').allTextContents()).join();
    await until(titles.join(), 10_000, async () => (await shown()) === titles.join());
  }
});

describe("an app's page", () => {
  it('shows what the app is, without anything that runs', async () => {
    const page = administrator;
    await show(page, '/apps/loyalty');
    await heading(page, 'Loyalty points').waitFor();
    const text = (await page.locator('main').textContent()) ?? '';
    for (const one of ['Example Labs', 'Verified', 'org.permission.customer', '@loyaPointsNum']) {
      expect(text).toContain(one);
    }
    expect(text).toContain('orders ^1.0.0');
    expect(text).toContain('Not installed');
    expect(text).toMatch(/0\.0\.1 2026-01-31.*First release/);
    const markdown = page.locator('.markdown').first();
    expect(await markdown.innerHTML()).toContain('<strong>points</strong>');
    expect(await markdown.locator('table[tabindex="0"] td').allTextContents()).toEqual([
      '100',
      'Gold',
    ]);
    const sanitized = await markdown.innerHTML();
    expect(sanitized).toContain('href="https://labs.example.com"');
    expect(sanitized).not.toMatch(/<script|<img|href="javascript/);
    await expectWellMade(page, 'console-app');
  });

  it('links no address with another scheme, which a version from before the rule may have', async () => {
    const page = administrator;
    await page.route('**/v1/apps/available/loyalty*', async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      const address = loyalty.appDetails.appDeveloper.website;
      await route.fulfill({ response, body: body.replaceAll(address, 'javascript:alert(1)') });
    });
    await show(page, '/directory');
    await page.getByRole('link', { name: 'Loyalty points' }).first().click();
    await page.locator('dl.facts').getByText('Labs', { exact: true }).waitFor();
    expect(await page.locator('main').innerHTML()).not.toMatch(/href="(javascript|https:..labs)/);
  });

  it('installs, undoes, upgrades and uninstalls by plans', async () => {
    const page = administrator;
    await show(page, '/apps/loyalty');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Install' }).click();
    await dialog.getByText('orders').first().waitFor();
    await dialog.getByText('customer @loyaPointsNum').waitFor();
    await dialog.getByText('org.permission.message').waitFor();
    const allow = dialog.getByRole('checkbox');
    expect(await allow.isChecked()).toBe(false);
    await expectWellMade(page, 'console-install-dependencies');
    await allow.check();
    await dialog.getByRole('button', { name: 'Install', disabled: false }).click();
    await page.getByText('Open a customer to see the points.').waitFor();
    await page.getByText('Installed', { exact: true }).first().waitFor();
    const call = apiCaller(platform.baseUrl, acme.apiKey);
    const { data } = (await call('GET', '/v1/apps/installed')).body;
    expect(data.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
      { name: 'loyalty', roles: ['org.permission.customer'] },
      { name: 'orders', roles: ['org.permission.message'], waitingRoles: [] },
    ]);

    await labs.register({
      ...loyalty,
      version: '0.1.0',
      roles: [...loyalty.roles, 'org.permission.user'],
    });
    await page.reload();
    await page.getByRole('button', { name: 'Upgrade to 0.1.0' }).click();
    await dialog.getByText('These wait for your decision').waitFor();
    await dialog.getByText('What the version changes').waitFor();
    await expectWellMade(page, 'console-upgrade');
    await dialog.getByRole('button', { name: 'Upgrade to 0.1.0' }).click();
    await page.getByText('Installed in version 0.1.0').first().waitFor();
    await page.getByRole('button', { name: 'Decide about the roles' }).click();
    await expectWellMade(page, 'console-roles');
    await dialog.getByRole('button', { name: 'Decide about the roles' }).click();
    await page.getByText('which wait').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Upgrade to 0.1.0' }).waitFor();

    await page.getByRole('button', { name: 'Uninstall' }).click();
    await dialog.getByText('Attributes that disappear').waitFor();
    await dialog.getByRole('button', { name: 'Uninstall' }).click();
    await page.getByText('Uninstalled.').waitFor();
    await expectWellMade(page, 'console-uninstalled');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Uninstall' }).waitFor();
  });

  it('installs by keyboard, and Escape closes the dialog', async () => {
    const page = administrator;
    await show(page, `/apps/intern_${acme.id}`);
    await heading(page, 'Internal notes').waitFor();
    await tabTo(page, 'main button');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Install' }).waitFor();
    expect(page.url()).toContain('change=install');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('main button:focus').waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Install' }).waitFor();
    await tabTo(page, '[role=dialog] .dialog-actions button:last-child');
    await page.keyboard.press('Enter');
    await page.getByText('Installed', { exact: true }).first().waitFor();
  });

  it('lets a person without the role ask an administrator', async () => {
    await labs.register({ app: 'surveys', title: 'Surveys' });
    const page = reader;
    await show(page, '/apps/surveys');
    await page.getByRole('button', { name: 'Ask an administrator' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Why do you need it?' }).fill('For the team');
    await expectWellMade(page, 'console-ask');
    await dialog.getByRole('button', { name: 'Ask an administrator' }).click();
    await page.getByText('An administrator was asked.').waitFor();
    await page.getByRole('button', { name: 'Change the request' }).click();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('For the team');
    await dialog.getByRole('button', { name: 'Withdraw the request' }).click();
    await page.getByRole('button', { name: 'Ask an administrator' }).waitFor();
    await page.getByText('An administrator was asked.').waitFor({ state: 'detached' });
  });

  it('says what is wrong with an address, and leads on', async () => {
    const page = reader;
    await show(page, '/apps/unheard');
    await heading(page, 'There is no such page').waitFor();
    await expectWellMade(page, 'console-refusal');
    for (const path of ['apps/un-heard', 'my-apps/unheard', 'no/such/page']) {
      await show(page, `/${path}`);
      await heading(page, 'There is no such page').waitFor();
      await page.getByRole('link', { name: 'Go to the directory' }).click();
      await heading(page, 'Loyalty points').waitFor();
    }
  });
});
