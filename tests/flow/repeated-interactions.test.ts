import { postJson } from '@app-platform/testing/http/api-caller';
import { Browser, type Visit } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { firstPartyRedirectUris } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const SCOPES = ['org.permission.customer', 'offline_access'];
const CREDENTIALS = { password: PASSWORD };
let platform: Platform;
let app: ExternalApp;
let browser: Browser;

beforeAll(async () => {
  platform = await startPlatform({ firstPartyRedirectUris });
});
afterAll(() => platform.close());

beforeEach(async () => {
  app = await newExternalApp(platform);
  await app.install();
  browser = new Browser();
});

const open = (address: string) => browser.open(address, platform.oauthUrl);
const signInPage = () => open(app.authorizeUrl(SCOPES));
const signIn = (page: Visit, by = browser) => by.submit(page, { email: app.email, ...CREDENTIALS });

async function consentPage(): Promise<Visit> {
  const page = await signIn(await signInPage());
  expect(page.html).toContain('value="allow"');
  return page;
}

async function localProgramPage(): Promise<Visit> {
  const query = new URLSearchParams({
    client_id: 'cli',
    redirect_uri: firstPartyRedirectUris.cli[0] ?? '',
    scope: 'org.permission',
    response_type: 'code',
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  });
  const page = await open(`${platform.oauthUrl}/oauth/authorize?${query}`);
  return signIn(page);
}

/** The page that asks which account of the address is meant, and the form of its first one. */
async function chooser(address: string): Promise<[Visit, Record<string, string>]> {
  const registry = `${platform.registryInternalUrl}/internal/organizations`;
  const { id } = await postJson(registry, platform.operatorToken, { name: 'Initech' });
  const account = { organizationId: id, email: app.email, ...CREDENTIALS, roles: [] };
  await postJson(`${platform.oauthInternalUrl}/internal/accounts`, platform.operatorToken, account);
  const page = await signIn(await open(address));
  const choice = /name="choice" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
  const chosen = /name="account" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
  return [page, { choice, account: chosen }];
}

/** What a form leads to. Of our pages the forms differ, of the app's address the code must not. */
function outcomeOf({ url, html }: Visit): string[] {
  return [url.href, html.replaceAll(/\s+/g, ' ')];
}

const actions = async (action: string) =>
  (await platform.auditEvents()).filter((event) => event.action === action);

type Form = [name: string, prepare: () => Promise<[Visit, Record<string, string>]>];

const forms: Form[] = [
  ['signing in', async () => [await signInPage(), { email: app.email, ...CREDENTIALS }]],
  ['allowing an app', async () => [await consentPage(), { decision: 'allow' }]],
  ['denying an app', async () => [await consentPage(), { decision: 'deny' }]],
  ['choosing an account', () => chooser(app.authorizeUrl(SCOPES))],
  ['allowing a local program', async () => [await localProgramPage(), { decision: 'allow' }]],
  ['denying a local program', async () => [await localProgramPage(), { decision: 'deny' }]],
];

describe.each(forms)('%s', (_name, prepare) => {
  it('leads to the same place when it is sent again', async () => {
    const [page, fields] = await prepare();
    const first = await browser.submit(page, fields);
    const again = await browser.submit(page, fields);
    expect(outcomeOf(again)).toEqual(outcomeOf(first));
  });

  it('leads to the same place when no answer arrived', async () => {
    const [page, fields] = await prepare();
    const first = await browser.copy().submit(page, fields);
    const again = await browser.submit(page, fields);
    expect(outcomeOf(again)).toEqual(outcomeOf(first));
    expect(again.html).not.toContain('has ended');
  });

  it('is done once when it is sent twice at the same time', async () => {
    const [page, fields] = await prepare();
    const before = (await platform.auditEvents()).length;
    const answers = await Promise.all(
      [browser.copy(), browser, browser.copy()].map((one) => one.submit(page, fields)),
    );
    expect(new Set(answers.map((answer) => outcomeOf(answer).join())).size).toBe(1);
    expect(answers[0]?.html).not.toContain('has ended');
    expect((await platform.auditEvents()).length - before).toBe(1);
  });
});

describe('a sign-in that was sent twice', () => {
  it('continues with the answer that arrived, and its code works once', async () => {
    const page = await signInPage();
    await signIn(page, browser.copy());
    const consent = await signIn(page);
    await browser.copy().submit(consent, { decision: 'allow' });
    const arrived = await browser.submit(consent, { decision: 'allow' });
    const grant = {
      grant_type: 'authorization_code',
      code: arrived.url.searchParams.get('code') ?? '',
      redirect_uri: app.redirectUri,
    };
    expect((await app.token(grant)).status).toBe(200);
    expect((await app.token(grant)).body.error).toBe('invalid_grant');
    expect(await actions('consent.granted')).toHaveLength(
      (await actions('consent.granted')).length,
    );
  });

  it('continues where the address after the form is requested twice', async () => {
    const addresses: URL[] = [];
    browser = new Browser({
      send: (url, init) => {
        if (url.pathname.startsWith('/oauth/authorize/')) addresses.push(url);
        return fetch(url, init);
      },
    });
    const consent = await consentPage();
    const arrived = await browser.submit(consent, { decision: 'allow' });
    const last = addresses.at(-1)?.href ?? '';
    expect((await open(last)).url.href).toBe(arrived.url.href);
    const [one, other] = await Promise.all([open(last), open(last)]);
    expect([one.url.href, other.url.href]).toEqual([arrived.url.href, arrived.url.href]);
  });

  it('shows the page of an app that is not installed both times', async () => {
    const stranger = await newExternalApp(platform);
    const page = await signInPage();
    const fields = { email: stranger.email, ...CREDENTIALS };
    const first = await browser.submit(page, fields);
    expect([first.status, first.html]).toEqual([400, expect.stringContaining('not installed')]);
    expect(outcomeOf(await browser.submit(page, fields))).toEqual(outcomeOf(first));
  });

  it('leaves the session alone that has a new cookie since', async () => {
    const page = await signInPage();
    const consent = await signIn(page);
    await browser.submit(consent, { decision: 'allow' });
    await signIn(page);
    expect((await open(`${platform.oauthUrl}/account`)).html).toContain('Signed in as');
  });
});
