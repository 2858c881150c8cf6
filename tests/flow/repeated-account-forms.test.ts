import { administrator, postJson } from '@app-platform/testing/http/api-caller';
import { Browser, type Visit } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const NEW_PASSWORD = 'a new and longer password';
let platform: Platform;
let app: ExternalApp;
let browser: Browser;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

beforeEach(async () => {
  app = await newExternalApp(platform);
  await app.install();
  browser = new Browser();
});

const open = (path: string, by = browser) =>
  by.open(new URL(path, platform.oauthUrl).href, platform.oauthUrl);
const credentials = (password = PASSWORD) => ({ email: app.email, password });

async function signedIn(path: string): Promise<Visit> {
  const page = await browser.submit(await open(path), credentials());
  expect(page.html).toContain('Signed in as');
  return open(path);
}

/** A form as it is sent: its page, what is typed, and where it goes. */
type Sent = [page: Visit, fields: Record<string, string>, path?: string];

async function chooser(path: string): Promise<Sent> {
  const registry = `${platform.registryInternalUrl}/internal/organizations`;
  const { id } = await postJson(registry, platform.operatorToken, { name: 'Initech' });
  const account = { organizationId: id, ...credentials(), roles: [] };
  await postJson(`${platform.oauthInternalUrl}/internal/accounts`, platform.operatorToken, account);
  const page = await browser.submit(await open(path), credentials());
  const choice = /name="choice" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
  const chosen = /name="account" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
  return [page, { choice, account: chosen }];
}

async function appWithAccess(): Promise<Sent> {
  const other = new Browser();
  const scopes = ['org.permission.customer', 'offline_access'];
  const consent = await other.submit(await open(app.authorizeUrl(scopes), other), credentials());
  await other.submit(consent, { decision: 'allow' });
  return [await signedIn('/account/apps'), {}, '/account/apps/revoke'];
}

/** The page of a link by which a user sets a password for the first time, or again. */
async function linkPage(isInvited: boolean): Promise<Sent> {
  const call = administrator(platform, app.apiKey);
  const invited = { email: `invited-${app.email}`, roles: [] };
  const { url } = isInvited
    ? (await call('POST', '/v1/users', invited)).body.meta.passwordLink
    : (await call('POST', `/v1/users/${await userOf(platform, app)}/reset-link`)).body.data;
  return [await open(url), { password: NEW_PASSWORD }];
}

const passwords = { current_password: PASSWORD, password: NEW_PASSWORD };

const forms: [name: string, prepare: () => Promise<Sent>, outcome: RegExp][] = [
  ['signing in', async () => [await open('/account'), credentials()], /Signed in as/],
  ['choosing an account', () => chooser('/account/apps'), /Signed in as/],
  ['choosing an account on /account', () => chooser('/account'), /Change your password/],
  [
    'signing out',
    async () => [await signedIn('/account'), {}, '/account/sign-out'],
    /to continue to your account/,
  ],
  ['revoking the access of an app', appWithAccess, /No app has access/],
  [
    'changing the password',
    async () => [await signedIn('/account'), passwords, '/account/password'],
    /Your password is set/,
  ],
  ['setting a password by a link', () => linkPage(false), /Your password is set/],
  ['accepting an invitation', () => linkPage(true), /Your password is set/],
];
/** Each request of it ends a session. */
const MAY_BE_DONE_TWICE = ['signing out'];

/** Values of forms differ from page to page. */
function outcomeOf({ url, status, html }: Visit): unknown[] {
  return [url.href, status, html.replaceAll(/name="(csrf|attempt)" value="[^"]+"|\s+/g, ' ')];
}

describe.each(forms)('%s', (name, prepare, outcome) => {
  it('leads to the same place when it is sent again', async () => {
    const sent = await prepare();
    const first = await browser.submit(...sent);
    expect([first.status, first.html]).toEqual([200, expect.stringMatching(outcome)]);
    expect(outcomeOf(await browser.submit(...sent))).toEqual(outcomeOf(first));
  });

  it('leads to the same place when no answer arrived', async () => {
    const sent = await prepare();
    const first = await browser.copy().submit(...sent);
    const again = await browser.submit(...sent);
    expect(again.html).toMatch(outcome);
    expect(outcomeOf(again)).toEqual(outcomeOf(first));
  });

  it('leads to the same place when it is sent twice at once', async () => {
    const sent = await prepare();
    const before = (await platform.auditEvents()).length;
    const answers = await Promise.all(
      [browser.copy(), browser, browser.copy()].map((one) => one.submit(...sent)),
    );
    for (const answer of answers) {
      expect([answer.status, answer.html]).toEqual([200, expect.stringMatching(outcome)]);
    }
    const audited = (await platform.auditEvents()).length - before;
    if (!MAY_BE_DONE_TWICE.includes(name)) expect(audited).toBe(1);
  });
});
