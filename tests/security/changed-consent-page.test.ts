import { createHash, randomBytes } from 'node:crypto';
import { administrator, apiCaller } from '@app-platform/testing/http/api-caller';
import { type Answer, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  arrivedAt,
  authorizeAddress,
  codeGrant,
  postToken,
} from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { firstPartyRedirectUris } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const CUSTOMER = 'org.permission.customer';
const MAIL = 'org.permission.mail';
const ADMIN_APPS = 'org.admin.apps';
const PERMISSION_APPS = 'org.permission.apps';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ firstPartyRedirectUris });
});
afterAll(() => platform.close());

type Scene = { app: ExternalApp; browser: HostileBrowser; page: Answer };

/** A user on the page of a request. The app asks for more than the user holds. */
async function atPage(
  held: string[],
  address: (app: ExternalApp) => string = (app) =>
    authorizeAddress(platform, app, { scope: `${CUSTOMER} ${MAIL}` }),
  prepare: (app: ExternalApp) => Promise<unknown> = async () => {},
): Promise<Scene> {
  const app = await newExternalApp(platform, { userRoles: held });
  await app.install();
  await prepare(app);
  const browser = new HostileBrowser();
  const signIn = await browser.open(address(app));
  const page = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  expect(page.text).toContain('name="decision"');
  return { app, browser, page };
}

async function hold(app: ExternalApp, roles: string[]): Promise<void> {
  const path = `/v1/users/${await userOf(platform, app)}`;
  expect((await administrator(platform, app.apiKey)('PATCH', path, { roles })).status).toBe(200);
}

async function scopeOf(app: ExternalApp, answer: Answer): Promise<unknown> {
  const code = arrivedAt(app.redirectUri, answer).get('code');
  const { status, body } = await postToken(platform, codeGrant(app, code));
  expect(status).toBe(200);
  return body.scope;
}

describe('attack: what an app gets changes while its consent page is open', () => {
  it('a user who is promoted grants what the page showed', async () => {
    const { app, browser, page } = await atPage([CUSTOMER]);
    await hold(app, ['org.permission']);
    const allowed = await browser.submit(page, { decision: 'allow' });
    expect(await scopeOf(app, allowed)).toBe(CUSTOMER);
    const [event] = (await platform.auditEvents()).slice(-1);
    expect(event).toMatchObject({ action: 'consent.granted', detail: { granted: [CUSTOMER] } });
    // Nothing more is remembered: the next request shows the page with the rest.
    const again = await browser.open(authorizeAddress(platform, app, { scope: MAIL }));
    expect(again.text).toContain('name="decision"');
  });

  it('a ceiling that is raised adds nothing to what the page showed', async () => {
    const restrict = ({ apiKey, name }: ExternalApp, roles: string[]) =>
      apiCaller(platform.baseUrl, apiKey)('POST', `/v1/apps/installed/${name}/roles`, { roles });
    const { app, browser, page } = await atPage(['org.permission'], undefined, (one) =>
      restrict(one, [CUSTOMER]),
    );
    expect(page.text).toContain('Your administrator did not allow it.');
    expect((await restrict(app, [CUSTOMER, MAIL])).status).toBe(200);
    const allowed = await browser.submit(page, { decision: 'allow' });
    expect(await scopeOf(app, allowed)).toBe(CUSTOMER);
  });

  it('a role that was taken is not granted either', async () => {
    const { app, browser, page } = await atPage(['org.permission']);
    const restricted = await apiCaller(platform.baseUrl, app.apiKey)(
      'POST',
      `/v1/apps/installed/${app.name}/roles`,
      { roles: [MAIL] },
    );
    expect(restricted.status).toBe(200);
    const allowed = await browser.submit(page, { decision: 'allow' });
    expect(await scopeOf(app, allowed)).toBe(MAIL);
  });

  it('shows the page again where nothing of it can be granted, or the form does not say what it showed', async () => {
    const { app, browser, page } = await atPage([CUSTOMER]);
    await hold(app, ['org.permission']);
    for (const scopes of [
      '',
      'org',
      'org.permission',
      `${CUSTOMER}.read`,
      'org.permission.other',
    ]) {
      const answer = await browser.submit(page, { decision: 'allow', scopes });
      expect([answer.status, answer.location]).toEqual([400, undefined]);
      expect(answer.text).toContain(MAIL);
    }
    const again = await browser.open(page.url);
    const allowed = await browser.submit(again, { decision: 'allow' });
    expect(await scopeOf(app, allowed)).toBe(`${CUSTOMER} ${MAIL}`);
  });

  it('a form that names more grants no more than the user and the app may have', async () => {
    const { app, browser, page } = await atPage([CUSTOMER]);
    const scopes = `org ${CUSTOMER} ${MAIL} offline_access`;
    const allowed = await browser.submit(page, { decision: 'allow', scopes });
    expect(await scopeOf(app, allowed)).toBe(CUSTOMER);
  });

  it('a user asks the administrator for what the page showed', async () => {
    const { app, browser, page } = await atPage([CUSTOMER], undefined, ({ apiKey }) =>
      administrator(platform, apiKey)('PATCH', '/v1/organization', {
        consentPolicy: 'administrator',
      }),
    );
    await hold(app, ['org.permission']);
    await browser.submit(page, { decision: 'ask' });
    const { body } = await administrator(platform, app.apiKey)('GET', '/v1/consent-requests');
    expect(body.data.map(({ attributes }: Listed) => attributes.scopes)).toEqual([[CUSTOMER]]);
  });
});

type Listed = { attributes: { scopes: string[] } };

describe('attack: what a program on this computer gets changes while its page is open', () => {
  it('a user who is promoted grants what the page showed', async () => {
    const verifier = randomBytes(32).toString('base64url');
    const cli = { clientId: 'cli', redirectUri: 'http://127.0.0.1:51234/callback' };
    const request = authorizeAddress(platform, cli, {
      scope: `${ADMIN_APPS} ${PERMISSION_APPS} offline_access`,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const { app, browser, page } = await atPage([PERMISSION_APPS], () => request);
    await hold(app, [PERMISSION_APPS, 'org.admin']);
    const allowed = await browser.submit(page, { decision: 'allow' });
    const { body } = await postToken(platform, {
      grant_type: 'authorization_code',
      code: arrivedAt(cli.redirectUri, allowed).get('code') ?? '',
      client_id: cli.clientId,
      redirect_uri: cli.redirectUri,
      code_verifier: verifier,
    });
    expect(body.scope).toBe(`${PERMISSION_APPS} offline_access`);
    const refreshed = await postToken(platform, {
      grant_type: 'refresh_token',
      refresh_token: String(body.refresh_token),
      client_id: cli.clientId,
    });
    expect(refreshed.body.scope).toBe(`${PERMISSION_APPS} offline_access`);
  });
});
