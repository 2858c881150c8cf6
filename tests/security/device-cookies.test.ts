import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { authorizeAddress, newColleague } from './authorization-request.ts';
import { HostileBrowser } from './hostile-browser.ts';

const WRONG_PER_ACCOUNT = 3;
let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform({
    signInLimits: {
      wrongPerAccount: WRONG_PER_ACCOUNT,
      wrongPerNetwork: 1_000,
      openPerNetwork: 1_000,
    },
  });
});
afterAll(() => platform.close());

beforeEach(async () => {
  app = await newExternalApp(platform);
  await app.install();
});

const pages: [string, () => string][] = [
  ['the account pages', () => `${platform.oauthUrl}/account/apps`],
  ['an authorization request', () => authorizeAddress(platform, app)],
];

/** @returns whether the form with the password was accepted */
async function trySignIn(
  browser: HostileBrowser,
  email: string,
  password: string,
  address = `${platform.oauthUrl}/account/apps`,
): Promise<boolean> {
  const page = await browser.open(address);
  return (await browser.submit(page, { email, password })).status !== 400;
}

/** A browser that has signed in, and has only the cookie that says so. */
async function knownBrowser(email: string, address?: string): Promise<HostileBrowser> {
  const browser = new HostileBrowser();
  expect(await trySignIn(browser, email, PASSWORD, address)).toBe(true);
  return withDevice(browser.cookies.get('device') ?? '');
}

function withDevice(cookie: string): HostileBrowser {
  const browser = new HostileBrowser();
  browser.cookies.set('device', cookie);
  return browser;
}

/** Guesses as an attacker does, who is no known browser. */
async function lock(email: string): Promise<void> {
  for (let count = 0; count <= WRONG_PER_ACCOUNT; count += 1) {
    expect(await trySignIn(new HostileBrowser(), email, `wrong ${count}`)).toBe(false);
  }
  expect(await trySignIn(new HostileBrowser(), email, PASSWORD)).toBe(false);
}

describe.each(pages)('attack: locking a person out by wrong passwords. On %s', (_name, address) => {
  it('a browser in which the person signed in before is not affected', async () => {
    const browser = await knownBrowser(app.email, address());
    await lock(app.email);
    expect(await trySignIn(browser, app.email, PASSWORD, address())).toBe(true);
  });

  it('other browsers stay locked out after it', async () => {
    const browser = await knownBrowser(app.email, address());
    await lock(app.email);
    await trySignIn(browser, app.email, PASSWORD, address());
    expect(await trySignIn(new HostileBrowser(), app.email, PASSWORD, address())).toBe(false);
  });
});

describe('attack: guessing with a device cookie', () => {
  it('one cookie has the guesses of one account, and then counts for nothing', async () => {
    const browser = await knownBrowser(app.email);
    const stolen = browser.cookies.get('device') ?? '';
    await lock(app.email);
    for (let count = 0; count < WRONG_PER_ACCOUNT; count += 1) {
      expect(await trySignIn(withDevice(stolen), app.email, 'wrong')).toBe(false);
    }
    expect(await trySignIn(withDevice(stolen), app.email, PASSWORD)).toBe(false);
  });

  it('the cookie of another account does not help', async () => {
    const attacker = await knownBrowser(await newColleague(platform, app));
    await lock(app.email);
    expect(await trySignIn(attacker, app.email, PASSWORD)).toBe(false);
  });

  it('a forged or changed cookie does not help', async () => {
    const browser = await knownBrowser(app.email);
    const [device = '', signature = ''] = (browser.cookies.get('device') ?? '').split('.');
    await lock(app.email);
    const changed = `${device.slice(0, -1)}${device.endsWith('A') ? 'Q' : 'A'}`;
    const forged = [
      `${changed}.${signature}`,
      `${device}.${'A'.repeat(43)}`,
      device,
      `${device}.`,
      '.',
      '',
      '%00',
    ];
    for (const cookie of forged) {
      expect(await trySignIn(withDevice(cookie), app.email, PASSWORD)).toBe(false);
    }
  });
});

describe('the device cookie', () => {
  it('is for a year, out of reach of scripts and other sites, and does not contain the address', async () => {
    const browser = new HostileBrowser();
    const page = await browser.open(`${platform.oauthUrl}/account/apps`);
    expect(browser.cookies.get('device')).toBeUndefined();
    const fields = { csrf: /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '' };
    const { headers } = await browser.send(`${platform.oauthUrl}/account/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields, email: app.email, password: PASSWORD }).toString(),
    });
    const [line = ''] = (headers['set-cookie'] ?? []).filter((one) => one.startsWith('device='));
    expect(line).toMatch(/; Max-Age=31536000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    expect(Buffer.from(line, 'base64').toString() + line).not.toContain(app.email.split('@')[0]);
  });

  it('is a new one at each sign-in', async () => {
    const cookies = [await knownBrowser(app.email), await knownBrowser(app.email)];
    const [first, second] = cookies.map((browser) => browser.cookies.get('device'));
    expect(first).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
    expect(second).not.toBe(first);
  });
});
