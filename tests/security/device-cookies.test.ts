import { administrator } from '@app-platform/testing/http/api-caller';
import { HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { authorizeAddress, newColleague } from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const WRONG_PER_ACCOUNT = 3;
const NEW_PASSWORD = 'a new and longer password';
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

  it('many cookies have the guesses of one, also those of several browsers', async () => {
    const cookies: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      cookies.push((await knownBrowser(app.email)).cookies.get('device') ?? '');
    }
    await lock(app.email);
    for (const cookie of cookies.slice(0, WRONG_PER_ACCOUNT)) {
      expect(await trySignIn(withDevice(cookie), app.email, 'wrong')).toBe(false);
    }
    for (const cookie of cookies) {
      expect(await trySignIn(withDevice(cookie), app.email, PASSWORD)).toBe(false);
    }
  });

  it('the cookies of one browser, kept from each of its sign-ins, have the guesses of one', async () => {
    const browser = new HostileBrowser();
    const cookies: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const address = authorizeAddress(platform, app, { prompt: 'login' });
      expect(await trySignIn(browser, app.email, PASSWORD, address)).toBe(true);
      cookies.push(browser.cookies.get('device') ?? '');
    }
    await lock(app.email);
    for (let count = 0; count < WRONG_PER_ACCOUNT; count += 1) {
      expect(await trySignIn(withDevice(cookies[0] ?? ''), app.email, 'wrong')).toBe(false);
    }
    expect(await trySignIn(withDevice(cookies[2] ?? ''), app.email, PASSWORD)).toBe(false);
  });

  it('a forged or changed cookie does not help', async () => {
    const browser = await knownBrowser(app.email);
    const cookie = browser.cookies.get('device') ?? '';
    await lock(app.email);
    const changed = `${cookie.startsWith('A') ? 'Q' : 'A'}${cookie.slice(1)}`;
    const device = 'A'.repeat(22);
    const forged = [changed, 'A'.repeat(43), `${device}.${cookie}`, `${cookie}.`, '.', '', '%00'];
    for (const one of forged) {
      expect(await trySignIn(withDevice(one), app.email, PASSWORD)).toBe(false);
    }
  });
});

type PasswordChange = [string, (session: HostileBrowser, userId: string) => Promise<void>];

const changes: PasswordChange[] = [
  [
    'its user changed the password',
    async (session) => {
      const page = await session.open(`${platform.oauthUrl}/account`);
      const fields = { current_password: PASSWORD, password: NEW_PASSWORD };
      expect((await session.submit(page, fields, '/account/password')).status).toBe(200);
    },
  ],
  [
    'an administrator changed the password',
    async (_session, userId) => {
      const call = administrator(platform, app.apiKey);
      const fields = { password: NEW_PASSWORD };
      expect((await call('PATCH', `/v1/users/${userId}`, fields)).status).toBe(200);
    },
  ],
  [
    'a link changed the password',
    async (_session, userId) => {
      const call = administrator(platform, app.apiKey);
      const { url } = (await call('POST', `/v1/users/${userId}/reset-link`)).body.data;
      const page = await new HostileBrowser().open(url);
      const token = new URL(url).searchParams.get('token') ?? '';
      const answer = await new HostileBrowser().submit(page, { token, password: NEW_PASSWORD });
      expect(answer.status).toBe(200);
    },
  ],
];

describe.each(changes)('attack: guessing with a device cookie kept until %s', (_name, change) => {
  it('the cookie ends, and one of the new password counts', async () => {
    const session = new HostileBrowser();
    expect(await trySignIn(session, app.email, PASSWORD)).toBe(true);
    const stolen = session.cookies.get('device') ?? '';
    await change(session, await userOf(platform, app));
    const known = new HostileBrowser();
    expect(await trySignIn(known, app.email, NEW_PASSWORD)).toBe(true);
    await lock(app.email);
    expect(await trySignIn(withDevice(stolen), app.email, NEW_PASSWORD)).toBe(false);
    const own = withDevice(known.cookies.get('device') ?? '');
    expect(await trySignIn(own, app.email, NEW_PASSWORD)).toBe(true);
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

  it('does not tell the accounts or the passwords of two users apart by their form', async () => {
    const [first, second] = [
      await knownBrowser(app.email),
      await knownBrowser(await newColleague(platform, app)),
    ].map((browser) => browser.cookies.get('device'));
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).toMatch(/^[\w-]{43}$/);
    expect(second).not.toBe(first);
  });
});
