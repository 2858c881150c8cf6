import { afterEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signIn } from '../browser-tests.ts';
import { expectWellMade } from '../well-made.ts';
import { type ConsolePlatform, consoleTests, type Organization } from './console-platform.ts';

let platform: ConsolePlatform;
let acme: Organization;

consoleTests(async (started) => {
  platform = started;
  acme = await platform.newOrganization('Acme');
});

const realTime = () => new Date();
afterEach(() => {
  platform.now.value = realTime;
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

it('comes back to the address that was opened, at the public address of the registry', async () => {
  const page = await platform.newPage();
  const address = platform.baseUrl.replace('127.0.0.1', 'localhost');
  await page.goto(`${address}/console/?q=points&tag=ai`);
  await signIn(page, await acme.newUser(['org.admin']));
  await heading(page, 'No app fits').waitFor();
  expect(page.url()).toBe(`${platform.baseUrl}/console/directory?q=points&tag=ai`);
});

it('is renewed by a redirect while the session lives, and asks for the password after it', async () => {
  const email = await acme.newUser(['org.admin']);
  const { page } = await platform.open(email);
  await heading(page, 'Installed apps').waitFor();
  await page.reload();
  await heading(page, 'Installed apps').waitFor();
  await page.context().clearCookies();
  await page.reload();
  await signIn(page, email);
  await heading(page, 'Installed apps').waitFor();
});

it('leaves no entry of a sign-in in the history', async () => {
  const { page } = await platform.open(await acme.newUser(['org.admin']));
  await heading(page, 'Installed apps').waitFor();
  await page.getByRole('link', { name: 'My apps', exact: true }).click();
  await heading(page, 'My apps').waitFor();
  await page.reload();
  await heading(page, 'My apps').waitFor();
  const addresses: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) addresses.push(request.url());
  });
  await page.goBack();
  await heading(page, 'Installed apps').waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/installed');
  expect(addresses.filter((address) => address.includes('code='))).toHaveLength(1);
});

it('refuses a code of a sign-in that another tab began, and a refused sign-in says why', async () => {
  const { page } = await platform.open(await acme.newUser(['org.admin']));
  await page.goto(`${platform.baseUrl}/console/callback?code=stolen&state=any`);
  await heading(page, 'Sign-in failed').waitFor();
  expect(page.url()).toBe(`${platform.baseUrl}/console`);
  await expectWellMade(page, 'console-sign-in-failed');
  const entries = await page.evaluate<number>('history.length');
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await heading(page, 'Installed apps').waitFor();
  expect(await page.evaluate<number>('history.length')).toBe(entries);
});

it('refuses an answer with another issuer, without one, and with another state', async () => {
  const { page } = await platform.open(await acme.newUser(['org.admin']));
  const changes: ((query: URLSearchParams) => void)[] = [
    (query) => query.set('iss', 'https://evil.example'),
    (query) => query.delete('iss'),
    (query) => query.set('state', 'another'),
  ];
  for (const change of changes) {
    await page.goto(`${platform.baseUrl}/console`);
    await heading(page, 'Installed apps').waitFor();
    const address = await answerOfSignIn(page);
    change(address.searchParams);
    let exchanges = 0;
    await page.route('**/oauth/token', (route) => {
      exchanges += 1;
      return route.abort();
    });
    await page.goto(address.href);
    await heading(page, 'Sign-in failed').waitFor();
    const reason = await page.getByRole('alert').textContent();
    expect(reason).toContain('This sign-in was started in another tab');
    expect(exchanges).toBe(0);
    await page.unroute('**/oauth/token');
  }
});

/** Begins a sign-in, and keeps the browser from opening the answer. @returns the answer's address */
async function answerOfSignIn(page: Page): Promise<URL> {
  const requests = '**/oauth/authorize?*';
  const { promise, resolve } = Promise.withResolvers<string>();
  await page.route(requests, async (route) => {
    const { location = '' } = (await route.fetch({ maxRedirects: 0 })).headers();
    await route.abort();
    resolve(location);
  });
  await page.evaluate('location.reload()');
  const address = await promise;
  await page.unroute(requests);
  return new URL(address);
}

it('gets an access token alone, without a refresh token', async () => {
  const { page } = await platform.open(await acme.newUser(['org.admin']));
  await heading(page, 'Installed apps').waitFor();
  const answer = page.waitForResponse('**/oauth/token');
  await page.reload();
  const names = Object.keys((await (await answer).json()) as object);
  expect(names.sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
});

it('shows a new access token that the registry refuses, instead of signing in again and again', async () => {
  const email = await acme.newUser(['org.admin']);
  platform.now.value = () => new Date(Date.now() + 2 * 86_400_000);
  const { page } = await platform.open(email);
  await heading(page, 'This page cannot be shown').waitFor();
  await expectWellMade(page, 'console-refused-token');
  platform.now.value = realTime;
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await heading(page, 'Installed apps').waitFor();
});

it('says what is missing to a person without any role', async () => {
  const page = await platform.newPage();
  await page.goto(`${platform.baseUrl}/console`);
  await signIn(page, await acme.newUser([]));
  await heading(page, 'Sign-in failed').waitFor();
  const reason = await page.getByRole('alert').textContent();
  expect(reason).toContain('role');
  await expectWellMade(page, 'console-no-role');
});

describe('the header', () => {
  it('says who is signed in, on every page', async () => {
    const email = await acme.newUser(['org.permission']);
    const { page } = await platform.open(email);
    await page.getByRole('banner').getByTitle(email).waitFor();
    await page.getByRole('banner').getByTitle('Acme').waitFor();
    for (const name of ['Directory', 'My apps', 'Attributes', 'Settings']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.locator('.bar nav [aria-current]', { hasText: name }).waitFor();
      expect(await textsOf(page)).toEqual([email, 'Acme']);
    }
    await page.goto(`${platform.baseUrl}/console/nowhere`);
    await heading(page, 'There is no such page').waitFor();
    await page.getByRole('banner').getByText(email).waitFor();
    await expectWellMade(page, 'console-header');
  });

  it('cuts a long address and a long name, whose whole text is the title', async () => {
    const name = `Acme ${'und Partner '.repeat(8)}GmbH`;
    const long = await platform.newOrganization(name);
    const email = await long.newUser(['org.admin'], `${'a'.repeat(88)}@example.com`);
    const { page } = await platform.open(email, '', { width: 390 });
    await page.getByRole('banner').getByTitle(email, { exact: true }).waitFor();
    await page.getByRole('banner').getByTitle(name, { exact: true }).waitFor();
    await expectWellMade(page, 'console-header-long');
  });

  it('neither waits for the address, nor moves when it comes, nor needs it', async () => {
    const { page } = await platform.open(await acme.newUser(['org.admin']));
    await page.getByRole('banner').getByTitle('console').waitFor();
    const answer = Promise.withResolvers<'continue' | 'abort'>();
    await page.route('**/v1/users/me', async (route) => route[await answer.promise]());
    await page.reload();
    await heading(page, 'Installed apps').waitFor();
    const before = await boxes(page);
    expect(await textsOf(page)).toEqual(['Acme']);
    answer.resolve('continue');
    await page.getByRole('banner').getByTitle('console').waitFor();
    expect(await boxes(page)).toEqual(before);
    await page.unroute('**/v1/users/me');
    await page.route('**/v1/users/me', (route) => route.abort());
    await page.reload();
    await heading(page, 'Installed apps').waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'Account' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  const textsOf = (page: Page) => page.locator('.signed-in [title]').allTextContents();

  /** Where the header and its links are. */
  const boxes = async (page: Page) => {
    const banner = page.getByRole('banner');
    const places = [banner, ...(await banner.getByRole('link').all())];
    return Promise.all(places.map((place) => place.boundingBox()));
  };
});
