import { administrator, postJson } from '@app-platform/testing/http/api-caller';
import {
  type Answer,
  csrfOf,
  FORM,
  HostileBrowser,
  textWithoutTokens,
} from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizeAddress } from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const WRONG_PER_ACCOUNT = 4;
const OTHER_PASSWORD = 'another battery staple';
let platform: Platform;
/** Of the attacker's organization, and of the organization whose users are attacked. */
let own: ExternalApp;
let other: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform({
    signInLimits: {
      wrongPerAccount: WRONG_PER_ACCOUNT,
      wrongPerNetwork: 1_000,
      openPerNetwork: 1_000,
    },
  });
  own = await newExternalApp(platform);
  other = await newExternalApp(platform);
  await own.install();
});
afterAll(() => platform.close());

const attacker = () => administrator(platform, own.apiKey);
const newAddress = () => `person-${Math.random().toString(36).slice(2)}@example.com`;

/** Creates a user by the operator. */
async function createUser(app: ExternalApp, email: string, password: string): Promise<string> {
  const user = { organizationId: app.organizationId, email, password, roles: ['org.permission'] };
  const { id } = await postJson(
    `${platform.oauthInternalUrl}/internal/accounts`,
    platform.operatorToken,
    user,
  );
  return id;
}

async function trySignIn(
  email: string,
  password: string,
  browser = new HostileBrowser(),
): Promise<Answer> {
  const page = await browser.open(authorizeAddress(platform, own, { prompt: 'login' }));
  return browser.submit(page, { email, password });
}

function withDevice(cookie: string): HostileBrowser {
  const browser = new HostileBrowser();
  browser.cookies.set('device', cookie);
  return browser;
}

const isIn = ({ text }: Answer) => text.includes('value="allow"');
const isChooser = ({ text }: Answer) => text.includes('name="account"');

/** A page without the values that differ between requests. */
function neutral(page: Answer, email: string) {
  return { status: page.status, text: textWithoutTokens(page).replaceAll(email, 'EMAIL') };
}

describe('attack: asking whether an address has an account elsewhere', () => {
  it.each([
    ['by creating a user', { password: OTHER_PASSWORD }],
    ['by inviting one', {}],
  ])('%s gets the answer of an unused address', async (_name, credential) => {
    const [used, unused] = [newAddress(), newAddress()];
    await createUser(other, used, PASSWORD);
    const answers = [];
    for (const email of [used, unused]) {
      const user = { email, roles: ['org.permission'], ...credential };
      const { status, body } = await attacker()('POST', '/v1/users', user);
      expect(status).toBe(201);
      const { id, attributes } = body.data;
      const text = JSON.stringify(body)
        .replaceAll(email, 'EMAIL')
        .replaceAll(id, 'ID')
        .replaceAll(attributes.createdAt, 'NOW');
      answers.push(text.replace(/token=[\w-]+/, 'token').replace(/"expiresAt":"[^"]+"/, 'then'));
    }
    expect(answers[0]).toBe(answers[1]);
  });

  it('an address is taken once in an organization, in any case', async () => {
    const email = newAddress();
    const user = { email, roles: ['org.permission'] };
    expect((await attacker()('POST', '/v1/users', user)).status).toBe(201);
    const again = await attacker()('POST', '/v1/users', { ...user, email: email.toUpperCase() });
    expect([again.status, again.body.errors[0].code]).toEqual([409, 'duplicate']);
  });

  it('by its own account: right and wrong passwords get the pages of an unused address', async () => {
    const [used, unused] = [newAddress(), newAddress()];
    await createUser(other, used, PASSWORD);
    const pages = [];
    for (const email of [used, unused]) {
      await createUser(own, email, OTHER_PASSWORD);
      const right = await trySignIn(email, OTHER_PASSWORD);
      expect(isIn(right)).toBe(true);
      const wrong = await trySignIn(email, 'wrong');
      pages.push([neutral(right, email), neutral(wrong, email)]);
    }
    expect(pages[0]).toEqual(pages[1]);
  });

  it('by the number of tries until it is locked out', async () => {
    const [used, unused] = [newAddress(), newAddress()];
    await createUser(other, used, PASSWORD);
    const outcomes: boolean[][] = [];
    for (const email of [used, unused]) {
      await createUser(own, email, OTHER_PASSWORD);
      const passwords = [
        ...Array.from({ length: 3 * WRONG_PER_ACCOUNT }, () => OTHER_PASSWORD),
        ...Array.from({ length: WRONG_PER_ACCOUNT - 1 }, () => 'wrong'),
        OTHER_PASSWORD,
        ...Array.from({ length: WRONG_PER_ACCOUNT }, () => 'wrong'),
        OTHER_PASSWORD,
      ];
      const outcome = [];
      for (const password of passwords) outcome.push(isIn(await trySignIn(email, password)));
      outcomes.push(outcome);
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]?.at(-1)).toBe(false);
  });
});

describe('attack: guessing the password of an account elsewhere with an own account of its address', () => {
  /** The victim's account and the attacker's, and a browser that knows the attacker's or does not. */
  async function accounts() {
    const email = newAddress();
    await createUser(other, email, PASSWORD);
    const id = await createUser(own, email, OTHER_PASSWORD);
    return { email, id };
  }

  /** In an app of the victim's organization, so that nothing but the password decides. */
  async function isVictimIn(email: string, browser = new HostileBrowser()): Promise<boolean> {
    const page = await browser.open(`${platform.oauthUrl}/account/apps`);
    return (await browser.submit(page, { email, password: PASSWORD })).text.includes(
      'Signed in as',
    );
  }

  it.each([
    ['from new browsers', () => new HostileBrowser()],
    ['from a browser that knows the own account', undefined],
  ])('%s: its right password gives no guesses back', async (_name, newBrowser) => {
    const { email } = await accounts();
    const known = new HostileBrowser();
    for (let guess = 0; guess < WRONG_PER_ACCOUNT; guess += 1) {
      const [first, second] = [newBrowser?.() ?? known, newBrowser?.() ?? known];
      expect(isIn(await trySignIn(email, 'wrong', first))).toBe(false);
      expect(isIn(await trySignIn(email, OTHER_PASSWORD, second))).toBe(true);
    }
    expect(await isVictimIn(email)).toBe(false);
  });

  it('by setting each guess as the password of the own account', async () => {
    const { email, id } = await accounts();
    const guesses = Array.from(
      { length: WRONG_PER_ACCOUNT },
      (_, index) => `a wrong guess ${index}`,
    );
    for (const password of [...guesses, PASSWORD]) {
      await attacker()('PATCH', `/v1/users/${id}`, { password });
      const answer = await trySignIn(email, password);
      expect(isChooser(answer)).toBe(false);
      expect(isIn(answer)).toBe(true);
    }
  });

  it('does not lock the victim out of a browser that knows the victim', async () => {
    const { email } = await accounts();
    const [victim, known] = [new HostileBrowser(), new HostileBrowser()];
    expect(await isVictimIn(email, victim)).toBe(true);
    await trySignIn(email, OTHER_PASSWORD, known);
    for (let guess = 0; guess < 3 * WRONG_PER_ACCOUNT; guess += 1) {
      await trySignIn(email, 'wrong', known);
    }
    expect(await isVictimIn(email)).toBe(false);
    const again = withDevice(victim.cookies.get('device') ?? '');
    expect(await isVictimIn(email, again)).toBe(true);
  });
});

describe('attack: choosing an account whose password was not given', () => {
  async function chooser(browser: HostileBrowser) {
    const email = newAddress();
    const ids = [await createUser(own, email, PASSWORD), await createUser(other, email, PASSWORD)];
    const third = await newExternalApp(platform);
    const unmatched = await createUser(third, email, OTHER_PASSWORD);
    const page = await trySignIn(email, PASSWORD, browser);
    expect(isChooser(page)).toBe(true);
    return { page, ids, unmatched };
  }
  const isSignedOut = async (browser: HostileBrowser) =>
    (await browser.open(`${platform.oauthUrl}/account/apps`)).text.includes('name="password"');
  const choiceOf = ({ text }: Answer) => /name="choice" value="([^"]+)"/.exec(text)?.[1] ?? '';

  it('by its id: only accounts that the password fits are offered and taken', async () => {
    const browser = new HostileBrowser();
    const { page, ids, unmatched } = await chooser(browser);
    const offered = [...page.text.matchAll(/name="account" value="([^"]+)"/g)].map(([, id]) => id);
    expect(offered.sort()).toEqual(ids.sort());
    const refused = await browser.submit(page, { choice: choiceOf(page), account: unmatched });
    expect(refused.status).toBe(400);
    // The organization of that account lacks the app, whose page would be 400 after a sign-in too.
    expect(await isSignedOut(browser)).toBe(true);
  });

  it('a second time, by the next person in the browser', async () => {
    const email = newAddress();
    const [id] = [await createUser(own, email, PASSWORD), await createUser(other, email, PASSWORD)];
    const browser = new HostileBrowser();
    const signIn = await browser.open(`${platform.oauthUrl}/account/apps`);
    const page = await browser.submit(signIn, { email, password: PASSWORD });
    const chosen = { choice: choiceOf(page), account: id };
    await browser.submit(page, chosen);
    expect(await isSignedOut(browser)).toBe(false);
    await browser.open(`${platform.oauthUrl}/account/sign-out`, {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams({ csrf: csrfOf(page) }).toString(),
    });
    // The form is answered as before, which leads to the page of the account, and signs nobody in.
    expect((await browser.submit(page, chosen)).text).toContain('type="password"');
    expect(await isSignedOut(browser)).toBe(true);
  });

  it('in another browser, or another sign-in of the same one', async () => {
    const browser = new HostileBrowser();
    const { page, ids } = await chooser(browser);
    const fields = { choice: choiceOf(page), account: ids[0] ?? '' };
    for (const thief of [new HostileBrowser(), browser]) {
      const login = await thief.open(authorizeAddress(platform, own, { prompt: 'login' }));
      const { pathname } = login.url;
      const answer = await thief.open(`${platform.oauthUrl}${pathname}/account`, {
        method: 'POST',
        headers: FORM,
        body: new URLSearchParams({ csrf: csrfOf(login), ...fields }).toString(),
      });
      expect(answer.status).toBe(400);
      expect(isIn(answer)).toBe(false);
    }
  });

  it('once its password was changed', async () => {
    const browser = new HostileBrowser();
    const { page, ids } = await chooser(browser);
    const account = ids[0] ?? '';
    await attacker()('PATCH', `/v1/users/${account}`, { password: OTHER_PASSWORD });
    const answer = await browser.submit(page, { choice: choiceOf(page), account });
    expect(answer.status).toBe(400);
    expect(isIn(answer)).toBe(false);
  });
});
