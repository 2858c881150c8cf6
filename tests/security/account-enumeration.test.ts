import {
  type Answer,
  HostileBrowser,
  textWithoutTokens,
} from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { authorizeAddress, newColleague } from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const UNKNOWN = 'nobody@example.com';
/** With one try to warm up, within the limit of guesses per account: every try hashes a password. */
const TRIES = 9;
let platform: Platform;
let app: ExternalApp;

/** A platform for each group of tests: the guesses of a group stay below the limit of one network. */
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

async function trySignIn(fields: { email: string; password: string }): Promise<Answer> {
  const browser = new HostileBrowser();
  return browser.submit(await browser.open(authorizeAddress(platform, app)), fields);
}

/** A page without the values that differ between requests. */
function neutral(page: Answer, email: string) {
  const text = textWithoutTokens(page).replaceAll(email, 'EMAIL');
  return { status: page.status, text, names: Object.keys(page.headers).sort() };
}

async function millisecondsOf(fields: { email: string; password: string }): Promise<number> {
  const browser = new HostileBrowser();
  const page = await browser.open(authorizeAddress(platform, app));
  const startedAt = performance.now();
  await browser.submit(page, fields);
  return performance.now() - startedAt;
}

const median = (values: number[]) =>
  values.sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

describe('account enumeration by text', () => {
  startForGroup();

  it.each([
    ['a wrong password', 'a wrong password'],
    ['no password', ''],
    ['a password that is too long', 'x'.repeat(2_000)],
  ])('%s: the page is the same, byte for byte', async (_name, password) => {
    const email = await newColleague(platform, app);
    const known = await trySignIn({ email, password });
    const unknown = await trySignIn({ email: UNKNOWN, password });
    expect(known.status).toBe(400);
    expect(neutral(known, email)).toEqual(neutral(unknown, UNKNOWN));
  });

  it('too many tries: the page is still the same', async () => {
    const email = await newColleague(platform, app);
    const unknown = 'nobody-else@example.com';
    const pages: Record<string, Answer> = {};
    for (const one of [email, unknown]) {
      for (let count = 0; count < 12; count += 1) {
        pages[one] = await trySignIn({ email: one, password: 'wrong' });
      }
    }
    const [known, other] = [pages[email], pages[unknown]];
    if (!known || !other) throw new Error('nothing was tried');
    expect(neutral(known, email)).toEqual(neutral(other, unknown));
  });
});

describe('account enumeration by time', () => {
  startForGroup();

  it('an unknown account takes as long as a wrong password', async () => {
    const known = { email: app.email, password: 'wrong' };
    const unknown = { email: UNKNOWN, password: 'wrong' };
    // The first try of each opens connections and makes the hash that unknown accounts are compared with.
    await millisecondsOf(known);
    await millisecondsOf(unknown);
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let count = 0; count < TRIES; count += 1) {
      times.known.push(await millisecondsOf(known));
      times.unknown.push(await millisecondsOf(unknown));
    }
    const ratio = median(times.unknown) / median(times.known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('which is the time of a password hash, not of a look-up', async () => {
    const browser = new HostileBrowser();
    const page = await browser.open(authorizeAddress(platform, app));
    const times = { lookUp: [] as number[], hash: [] as number[] };
    await millisecondsOf({ email: 'warm-up@example.com', password: 'x' });
    for (let count = 0; count < TRIES; count += 1) {
      const startedAt = performance.now();
      // A form that is not genuine is refused before anything is hashed.
      await browser.submit(page, { csrf: 'foreign', email: UNKNOWN, password: PASSWORD });
      times.lookUp.push(performance.now() - startedAt);
      times.hash.push(await millisecondsOf({ email: `nobody${count}@example.com`, password: 'x' }));
    }
    expect(median(times.hash)).toBeGreaterThan(median(times.lookUp) + 5);
  });
});
