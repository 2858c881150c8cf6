import { postJson } from '@app-platform/testing/http/api-caller';
import { Browser, type Visit } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { firstPartyRedirectUris } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const SCOPES = ['org.permission.customer'];
let platform: Platform;
/** Of the organization Acme. */
let app: ExternalApp;
let initech: string;
let email: string;

beforeAll(async () => {
  platform = await startPlatform({ firstPartyRedirectUris });
});
afterAll(() => platform.close());

beforeEach(async () => {
  app = await newExternalApp(platform, { visibility: 'public' });
  await app.install();
  ({ email } = app);
  const registry = `${platform.registryInternalUrl}/internal/organizations`;
  initech = (await postJson(registry, platform.operatorToken, { name: 'Initech' })).id;
  await createUser(initech);
});

async function createUser(organizationId: string): Promise<void> {
  const user = { organizationId, email, password: PASSWORD, roles: ['org.permission'] };
  await postJson(`${platform.oauthInternalUrl}/internal/accounts`, platform.operatorToken, user);
}

async function installInInitech(): Promise<void> {
  const keys = `${platform.registryInternalUrl}/internal/organizations/${initech}/api-keys`;
  const { key } = await postJson(keys, platform.operatorToken, { roles: ['org.admin'] });
  await postJson(`${platform.baseUrl}/v1/apps/installed`, key, { app: app.name });
}

/** The names on the chooser, with the accounts that their buttons send. */
function offered({ html }: Visit): Map<string, string> {
  const buttons = html.matchAll(/name="account" value="([^"]+)"[^>]*>\s*<strong>([^<]+)</g);
  return new Map([...buttons].map(([, id = '', name = '']) => [name, id]));
}

function choose(browser: Browser, page: Visit, organization: string): Promise<Visit> {
  const choice = /name="choice" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
  return browser.submit(page, { choice, account: offered(page).get(organization) ?? '' });
}

async function signIn(browser: Browser, address: string): Promise<Visit> {
  const page = await browser.open(address, platform.oauthUrl);
  return browser.submit(page, { email, password: PASSWORD });
}

/** The organization of the user who is signed in, by the audit row of the sign-in. */
async function lastSignIn(): Promise<string | null | undefined> {
  const rows = await platform.auditEvents();
  return rows.findLast(({ action }) => action === 'sign_in.succeeded')?.organizationId;
}

describe('an address and password that fit accounts of two organizations', () => {
  it('ask for the organization, and continue to the app as its user', async () => {
    await installInInitech();
    const browser = new Browser();
    const page = await signIn(browser, app.authorizeUrl(SCOPES));
    expect([page.status, [...offered(page).keys()]]).toEqual([200, ['Acme', 'Initech']]);
    const consent = await choose(browser, page, 'Initech');
    expect(consent.html).toMatch(/wants to access <strong>Initech<\/strong>/);
    expect(await lastSignIn()).toBe(initech);
  });

  it('say which organization has not installed the app, and offer it last', async () => {
    const browser = new Browser();
    const page = await signIn(browser, app.authorizeUrl(SCOPES));
    expect(page.html.replaceAll(/\s+/g, ' ')).toMatch(/Initech<.*has not installed this app/);
    expect(page.html.match(/has not installed this app/g)).toHaveLength(1);
    const consent = await choose(browser, page, 'Acme');
    expect(consent.html).toContain('value="allow"');
  });

  it('lead to the account pages', async () => {
    const browser = new Browser();
    const page = await signIn(browser, `${platform.oauthUrl}/account`);
    const account = await choose(browser, page, 'Initech');
    expect(account.url.pathname).toBe('/account');
    expect(await lastSignIn()).toBe(initech);
  });

  it.each([
    ['console', 'value="never"'],
    ['cli', 'value="allow"'],
  ] as const)('lead to the client %s', async (clientId, next) => {
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: firstPartyRedirectUris[clientId][0] ?? '',
      scope: 'org.permission',
      response_type: 'code',
      code_challenge: 'A'.repeat(43),
      code_challenge_method: 'S256',
    });
    const browser = new Browser();
    const page = await signIn(browser, `${platform.oauthUrl}/oauth/authorize?${query}`);
    expect([...offered(page).keys()]).toEqual(['Acme', 'Initech']);
    const answer = await choose(browser, page, 'Initech');
    if (clientId === 'console') expect(answer.url.searchParams.get('code')).toBeTruthy();
    else expect(answer.html).toContain(next);
    expect(await lastSignIn()).toBe(initech);
  });

  it('ask nothing where the password fits one of them', async () => {
    const other = await newExternalApp(platform);
    const user = { organizationId: other.organizationId, email, roles: ['org.permission'] };
    const path = `${platform.oauthInternalUrl}/internal/accounts`;
    await postJson(path, platform.operatorToken, { ...user, password: 'another long password' });
    const browser = new Browser();
    const page = await browser.open(`${platform.oauthUrl}/account`, platform.oauthUrl);
    const account = await browser.submit(page, { email, password: 'another long password' });
    expect(account.html).toContain(`Signed in as ${email}`);
    expect(await lastSignIn()).toBe(other.organizationId);
  });

  it('tell organizations of one name apart', async () => {
    const { organizationId } = await newExternalApp(platform);
    await createUser(organizationId);
    const page = await signIn(new Browser(), `${platform.oauthUrl}/account`);
    for (const id of [organizationId, app.organizationId]) expect(page.html).toContain(id);
    expect(page.html).not.toContain(initech);
  });

  it('fit accounts of many organizations', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => String(index).padStart(24, 'e'));
    for (const id of ids) await createUser(id);
    const page = await signIn(new Browser(), `${platform.oauthUrl}/account`);
    expect(page.html.match(/name="account"/g)).toHaveLength(14);
  });
});
