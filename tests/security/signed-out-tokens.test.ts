import { administrator } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newColleague } from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import {
  type FirstPartyTokens,
  firstPartyRedirectUris,
  signInToFirstParty,
} from '../platform/first-party-sign-in.ts';
import { runOperator } from '../platform/operator.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

/** The promise: everything is refused that long after the answer. */
const CUT_OFF_MILLISECONDS = 2_000;
const CLIENTS = ['console', 'cli'] as const;
const SCOPE = 'org.permission.apps offline_access';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ firstPartyRedirectUris });
});
afterAll(() => platform.close());

type Client = (typeof CLIENTS)[number];
type Held = { clientId: Client; tokens: FirstPartyTokens };

/** The tokens of both first-party clients, of one browser session. */
async function signIn(email: string, browser: Browser): Promise<Held[]> {
  const held: Held[] = [];
  for (const clientId of CLIENTS) {
    const tokens = await signInToFirstParty(platform, { clientId, email, scope: SCOPE, browser });
    held.push({ clientId, tokens });
  }
  return held;
}

const accountApps = (browser: Browser) =>
  browser.open(`${platform.oauthUrl}/account/apps`, platform.oauthUrl);

async function signOut(browser: Browser): Promise<void> {
  const page = await accountApps(browser);
  const after = await browser.submit(page, {}, '/account/sign-out');
  expect(after.html).toContain('name="password"');
}

const statusAtRegistry = async ({ tokens }: Held) =>
  (
    await fetch(`${platform.baseUrl}/v1/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
  ).status;

async function post(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const response = await fetch(`${platform.oauthUrl}${path}`, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const refresh = ({ clientId, tokens }: Held) =>
  post('/oauth/token', {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: tokens.refresh_token ?? '',
  });

const isActive = async ({ clientId, tokens }: Held) =>
  (await post('/oauth/introspect', { client_id: clientId, token: tokens.access_token })).body
    .active;

async function expectEnded(held: readonly Held[]): Promise<void> {
  await until('the registry refuses the tokens', CUT_OFF_MILLISECONDS, async () => {
    const statuses = await Promise.all(held.map(statusAtRegistry));
    return statuses.every((status) => status === 401);
  });
  for (const one of held) {
    expect(await isActive(one)).toBe(false);
    const refused = await refresh(one);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
  }
}

async function expectAlive(held: readonly Held[]): Promise<void> {
  for (const one of held) {
    expect([await statusAtRegistry(one), await isActive(one)]).toEqual([200, true]);
    expect((await refresh(one)).status).toBe(200);
  }
}

const authorizeWithSignIn = `/oauth/authorize?${new URLSearchParams({
  client_id: 'console',
  redirect_uri: firstPartyRedirectUris.console[0] ?? '',
  response_type: 'code',
  scope: 'org.permission',
  prompt: 'login',
  code_challenge: 'a'.repeat(43),
  code_challenge_method: 'S256',
})}`;

describe('signing out', () => {
  it('ends the tokens of the console and the command line that the session gave', async () => {
    const user = await newExternalApp(platform);
    const [browser, other] = [new Browser(), new Browser()];
    const held = await signIn(user.email, browser);
    const ofOther = await signIn(user.email, other);
    for (const one of [...held, ...ofOther]) expect(await statusAtRegistry(one)).toBe(200);
    await signOut(browser);
    await expectEnded(held);
    await expectAlive(ofOther);
  });

  it('ends those of every page load, and after a sign-in that was repeated', async () => {
    const user = await newExternalApp(platform);
    const browser = new Browser();
    const held = [...(await signIn(user.email, browser)), ...(await signIn(user.email, browser))];
    const scope = 'org.permission.customer';
    const more = { clientId: 'console', email: user.email, browser, scope } as const;
    held.push({ clientId: 'console', tokens: await signInToFirstParty(platform, more) });
    await signOut(browser);
    await until('the registry refuses the tokens', CUT_OFF_MILLISECONDS, async () => {
      const statuses = await Promise.all(held.map(statusAtRegistry));
      return statuses.every((status) => status === 401);
    });
  });

  it.each([
    ['of an authorization request', authorizeWithSignIn],
    ['of the account pages', '/account/sign-in'],
  ])('ends a session that another account replaces, on the sign-in page %s', async (_of, path) => {
    const user = await newExternalApp(platform);
    const email = await newColleague(platform, user);
    const browser = new Browser();
    const held = await signIn(user.email, browser);
    const { oauthUrl } = platform;
    const page = await browser.open(oauthUrl + path, oauthUrl);
    await browser.submit(page, { email, password: PASSWORD });
    await expectEnded(held);
  });

  it('leaves the tokens of apps as they are', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const browser = new Browser();
    const page = await browser.open(app.authorizeUrl(['org.permission']), platform.oauthUrl);
    const consent = await browser.submit(page, { email: app.email, password: PASSWORD });
    const arrived = await browser.submit(consent, { decision: 'allow' });
    const { body } = await app.token({
      grant_type: 'authorization_code',
      code: arrived.url.searchParams.get('code') ?? '',
      redirect_uri: app.redirectUri,
    });
    await signOut(browser);
    const headers = { authorization: `Bearer ${body.access_token}` };
    expect((await fetch(`${platform.baseUrl}/v1/me`, { headers })).status).toBe(200);
  });

  it('ends grants of a release that did not store the session', async () => {
    const user = await newExternalApp(platform);
    const browser = new Browser();
    const held = await signIn(user.email, browser);
    await platform.execute(
      `UPDATE provider_record SET payload = payload - 'sessionUid' WHERE kind = 'Grant'`,
      'oauth',
    );
    await signOut(browser);
    await expectEnded(held);
  });
});

describe('ended sessions', () => {
  const ends: [string, (user: ExternalApp, userId: string) => Promise<unknown>][] = [
    [
      'POST /v1/users/{id}/end-sessions',
      (user, userId) =>
        administrator(platform, user.apiKey)('POST', `/v1/users/${userId}/end-sessions`),
    ],
    [
      'operator user end-sessions',
      async (_user, userId) => {
        const { code } = await runOperator(platform, 'user', 'end-sessions', userId, '--json');
        expect(code).toBe(0);
      },
    ],
  ];

  it.each(ends)('%s ends the first-party tokens of all sessions', async (_name, end) => {
    const user = await newExternalApp(platform);
    const colleague = await newColleague(platform, user);
    const held = [
      ...(await signIn(user.email, new Browser())),
      ...(await signIn(user.email, new Browser())),
    ];
    const ofColleague = await signIn(colleague, new Browser());
    await end(user, await userOf(platform, user));
    await expectEnded(held);
    await expectAlive(ofColleague);
  });
});
