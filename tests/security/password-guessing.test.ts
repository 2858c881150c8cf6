import { actionOf, csrfOf, FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { authorizeAddress, newColleague } from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

/** More than an account has guesses, fewer than an address has. */
const GUESSES = 15;
let platform: Platform;
let app: ExternalApp;

/** A platform for each group of tests: guesses count against the address that they come from. */
function startForGroup(): void {
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.close());
}

beforeEach(async () => {
  app = await newExternalApp(platform);
  await app.install();
});

/** @returns whether the browser was let in */
async function trySignIn(email: string, password: string, headers: Record<string, string> = {}) {
  const browser = new HostileBrowser();
  const page = await browser.open(authorizeAddress(platform, app));
  const body = new URLSearchParams({ csrf: csrfOf(page), email, password }).toString();
  const sent = { method: 'POST', headers: { ...FORM, ...headers }, body };
  return (await browser.send(actionOf(page), sent)).status === 303;
}

// Fewer guesses in all than an address has.
describe('password guessing at one account', () => {
  startForGroup();

  it('after too many wrong passwords the right one does not help, and nobody else is locked out', async () => {
    const colleague = await newColleague(platform, app);
    for (let count = 0; count < GUESSES; count += 1) {
      expect(await trySignIn(app.email, `wrong ${count}`)).toBe(false);
    }
    expect(await trySignIn(app.email, PASSWORD)).toBe(false);
    expect(await trySignIn(colleague, PASSWORD)).toBe(true);
  });

  it('all at once they count, too', async () => {
    const guesses = Array.from({ length: GUESSES }, (_, count) => `wrong ${count}`);
    await Promise.all(guesses.map((guess) => trySignIn(app.email, guess)));
    expect(await trySignIn(app.email, PASSWORD)).toBe(false);
  });

  it('a few wrong tries cost nothing, and the right password forgets them', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1) await trySignIn(app.email, 'wrong');
      expect(await trySignIn(app.email, PASSWORD)).toBe(true);
    }
  });
});

// The last test uses up the guesses of the address.
describe('password guessing in disguise', () => {
  startForGroup();

  it('another way to write the address is the same account', async () => {
    for (let count = 0; count < GUESSES; count += 1) {
      const written =
        count % 2 === 0 ? app.email.toUpperCase() : `${' '.repeat(count)}${app.email}`;
      await trySignIn(written, 'wrong');
    }
    expect(await trySignIn(app.email, PASSWORD)).toBe(false);
  });

  it('a header that names another address does not help', async () => {
    for (let count = 0; count < GUESSES; count += 1) {
      await trySignIn(app.email, 'wrong', {
        'x-forwarded-for': `203.0.113.${count}`,
        forwarded: `for=203.0.113.${count}`,
        'x-real-ip': `203.0.113.${count}`,
      });
    }
    expect(await trySignIn(app.email, PASSWORD)).toBe(false);
  });

  it('one password for many accounts is stopped by the address', async () => {
    for (let count = 0; count < 55; count += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${count}` };
      await trySignIn(`somebody${count}@example.com`, 'password1', headers);
    }
    expect(await trySignIn(app.email, PASSWORD)).toBe(false);
  });
});
