import { createHash } from 'node:crypto';
import { type Answer, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as client from 'openid-client';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';

import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';
import { authJsOpenId } from './auth-js-client.ts';

const ALL = 'openid profile email';
const NAME = 'Ada Lovelace';

let platform: Platform;
let app: ExternalApp;
let configuration: client.Configuration;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
  await platform.execute(`UPDATE account SET name = '${NAME}'`, 'oauth');
  configuration = await client.discovery(
    new URL(platform.oauthUrl),
    app.clientId,
    app.clientSecret,
    undefined,
    { execute: [client.allowInsecureRequests] },
  );
});
afterAll(() => platform.close());

type SignIn = { scope?: string; more?: Record<string, string>; browser?: HostileBrowser };

/** Signs in with openid-client, which checks signature, issuer, audience, nonce and at_hash. */
async function signIn({ scope = ALL, more = {}, browser = new HostileBrowser() }: SignIn = {}) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const nonce = client.randomNonce();
  const isOpenId = scope.includes('openid');
  const checks = { pkceCodeVerifier, expectedState: 's', idTokenExpected: isOpenId };
  const address = client.buildAuthorizationUrl(configuration, {
    ...{ redirect_uri: app.redirectUri, scope, state: checks.expectedState },
    ...{ code_challenge_method: 'S256', nonce },
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    ...more,
  });
  let page = await browser.open(address);
  if (page.text.includes('name="password"')) {
    page = await browser.submit(page, { email: app.email, password: PASSWORD });
  }
  const consent = page;
  if (!page.location) page = await browser.submit(page, { decision: 'allow' });
  const arrived = new URL(page.location ?? '');
  const tokens = await client.authorizationCodeGrant(configuration, arrived, {
    ...checks,
    ...(isOpenId && { expectedNonce: nonce }),
  });
  return { tokens, consent, claims: tokens.claims() as Record<string, unknown> | undefined };
}

function readUser(accessToken: string, method = 'GET', url = platform.oauthUrl) {
  const headers = { authorization: `Bearer ${accessToken}` };
  return fetch(`${url}/oauth/userinfo`, { method, headers });
}

describe('an ID token', () => {
  it('says who has signed in, and when', async () => {
    const { tokens, consent, claims } = await signIn();
    const { organizationId, clientId, email } = app;
    expect(claims).toEqual({
      ...{ iss: platform.oauthUrl, aud: clientId, sub: expect.any(String) },
      ...{ org: organizationId, org_name: 'Acme', email, email_verified: false, name: NAME },
      ...{ auth_time: expect.any(Number), nonce: expect.any(String), at_hash: expect.any(String) },
      ...{ iat: expect.any(Number), exp: expect.any(Number) },
    });
    const hash = createHash('sha256').update(tokens.access_token).digest().subarray(0, 16);
    expect(claims?.at_hash).toBe(hash.toString('base64url'));
    expect(Math.abs(Number(claims?.auth_time) - Date.now() / 1000)).toBeLessThan(60);
    expect(tokens.scope?.split(' ').sort()).toEqual(ALL.split(' ').sort());
    for (const words of ['See who you are', 'See your name', 'See your email address']) {
      expect(consent.text).toContain(words);
    }
  });

  it('has what its scopes allow, and is issued again by a refresh', async () => {
    const { tokens, claims } = await signIn({ scope: 'openid email offline_access' });
    expect(claims).toMatchObject({ email: app.email, org: app.organizationId });
    expect(Object.keys(claims ?? {})).not.toEqual(expect.arrayContaining(['name']));
    const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? '');
    expect(refreshed.claims()).toMatchObject({ sub: claims?.sub, auth_time: claims?.auth_time });
    expect(refreshed.scope).toBe('openid email offline_access');
  });

  it('is not issued without the scope openid', async () => {
    const { tokens } = await signIn({ scope: 'profile org.permission.customer' });
    expect([tokens.id_token, tokens.scope]).toEqual([undefined, 'profile org.permission.customer']);
  });

  it('of a later sign-in, with max_age, says when that was', async () => {
    const browser = new HostileBrowser();
    const { claims } = await signIn({ browser });
    const later = await signIn({ browser, more: { prompt: 'login', max_age: '0' } });
    expect(Number(later.claims?.auth_time)).toBeGreaterThanOrEqual(Number(claims?.auth_time));
    expect(later.claims?.sub).toBe(claims?.sub);
  });

  it('identifies the user of a later request, in id_token_hint', async () => {
    const browser = new HostileBrowser();
    const { tokens, claims } = await signIn({ browser });
    const silent = { prompt: 'none', id_token_hint: tokens.id_token ?? '' };
    expect((await signIn({ browser, more: silent })).claims?.sub).toBe(claims?.sub);
  });
});

describe('an app that uses Auth.js, with pkce, state and nonce', () => {
  it('learns who has signed in', async () => {
    const redirectUri = 'https://app.example.com/auth/callback/platform';
    const other = await newExternalApp(platform, { redirectUri });
    await other.install();
    const authJs = await authJsOpenId(platform.oauthUrl, other);
    const browser = new HostileBrowser();
    const signInPage = await browser.open(await authJs.begin(ALL.split(' ')));
    const { email } = other;
    const consent = await browser.submit(signInPage, { email, password: PASSWORD });
    const { location = '' } = await browser.submit(consent, { decision: 'allow' });
    const { profile, id_token } = await authJs.exchange(new URL(location));
    expect(profile).toMatchObject({ email, org: other.organizationId, org_name: 'Acme' });
    expect(id_token).toEqual(expect.any(String));
  });
});

describe('the user information endpoint', () => {
  it.each(['GET', 'POST'])('says the same (%s)', async (method) => {
    const { tokens, claims } = await signIn();
    const response = await readUser(tokens.access_token, method);
    const inForm = await fetch(`${platform.oauthUrl}/oauth/userinfo`, {
      method: 'POST',
      body: new URLSearchParams({ access_token: tokens.access_token }),
    });
    expect(inForm.status).toBe(200);
    const { sub, org, org_name, email, email_verified, name } = claims ?? {};
    expect([response.status, await response.json()]).toEqual([
      200,
      { sub, org, org_name, email, email_verified, name },
    ]);
    const info = await client.fetchUserInfo(configuration, tokens.access_token, String(sub));
    expect(info.name).toBe(NAME);
  });

  it('refuses a token without openid, one that was revoked, and anything else', async () => {
    const { tokens: without } = await signIn({ scope: 'profile' });
    const scoped = await readUser(without.access_token);
    expect([scoped.status, scoped.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('insufficient_scope'),
    ]);
    const { tokens } = await signIn();
    await client.tokenRevocation(configuration, tokens.access_token);
    for (const token of [tokens.access_token, 'x', tokens.id_token ?? '', app.apiKey]) {
      const response = await readUser(token);
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('invalid_token'),
      ]);
    }
    const { status } = await fetch(`${platform.oauthUrl}/oauth/userinfo`);
    expect(status).toBe(401);
  });
});

describe('the scopes of OpenID Connect', () => {
  it('reach no API', async () => {
    const { tokens } = await signIn();
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    for (const path of ['/v1/apps/available', '/v1/apps/installed', '/v1/apps/metadata']) {
      expect((await fetch(`${platform.baseUrl}${path}`, { headers })).status).toBe(403);
    }
  });
});

describe('GET /v1/me of the registry', () => {
  it.each([
    [ALL, { organizationName: 'Acme', userName: NAME, userEmail: true }],
    ['openid profile', { organizationName: 'Acme', userName: NAME }],
    ['email', { userEmail: true }],
    ['openid offline_access org.permission.customer', {}],
  ])('tells an app with the scopes %s no more than they allow', async (scope, known) => {
    const { tokens } = await signIn({ scope });
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const { data } = await (await fetch(`${platform.baseUrl}/v1/me`, { headers })).json();
    const { organizationName, userName, userEmail, roles } = data.attributes;
    expect(roles).toEqual(scope.split(' ').filter((one) => one.startsWith('org.')));
    expect(JSON.parse(JSON.stringify({ organizationName, userName, userEmail }))).toEqual({
      ...known,
      ...('userEmail' in known && { userEmail: app.email }),
    });
  });
});

describe('the metadata', () => {
  it('is at both addresses, with what OpenID Connect adds', async () => {
    const [openid, oauth] = await Promise.all(
      ['openid-configuration', 'oauth-authorization-server'].map(async (name) => {
        const response = await fetch(`${platform.oauthUrl}/.well-known/${name}`);
        return (await response.json()) as Record<string, string[]>;
      }),
    );
    expect(openid).toMatchObject({
      issuer: platform.oauthUrl,
      userinfo_endpoint: `${platform.oauthUrl}/oauth/userinfo`,
      end_session_endpoint: `${platform.oauthUrl}/oauth/logout`,
      id_token_signing_alg_values_supported: ['ES256'],
      subject_types_supported: ['public'],
      claims_supported: expect.arrayContaining(['sub', 'org', 'org_name', 'email', 'name']),
    });
    const scopes = ['openid', 'profile', 'email', 'offline_access', 'org.admin.apps'];
    for (const document of [openid, oauth]) {
      expect(document?.scopes_supported).toEqual(expect.arrayContaining(scopes));
      const resources = [platform.baseUrl, `${platform.baseUrl}/mcp`];
      expect(document?.protected_resources).toEqual(resources);
    }
  });
});

describe('a logout that an app begins', () => {
  const after = 'https://app.example.com/goodbye';

  async function logout(browser: HostileBrowser, parameters: Record<string, string>) {
    const address = client.buildEndSessionUrl(configuration, parameters);
    // openid-client adds the client id.
    return browser.open(address);
  }

  async function isSignedIn(browser: HostileBrowser): Promise<boolean> {
    const { text } = await browser.open(`${platform.oauthUrl}/account`);
    return text.includes(`Signed in as ${app.email}`);
  }

  it('ends the session of the ID token, and returns to the app', async () => {
    const browser = new HostileBrowser();
    const { tokens } = await signIn({ browser });
    const hint = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: after };
    for (const _ of ['first', 'again']) {
      const { location } = await logout(browser, { ...hint, state: 'x y' });
      expect(location).toBe(`${after}?state=x+y`);
      expect(await isSignedIn(browser)).toBe(false);
    }
    const ended = (await platform.auditEvents()).filter(({ action }) => action === 'session.ended');
    expect(ended).toHaveLength(1);
  });

  it('asks the user where no ID token shows that the app means this session', async () => {
    const browser = new HostileBrowser();
    await signIn({ browser });
    const page = await logout(browser, { post_logout_redirect_uri: after });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Sign out')]);
    expect(await isSignedIn(browser)).toBe(true);
    const answer = await browser.submit(page, {});
    expect(answer.location).toBe(after);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('never returns to another site, and says why', async () => {
    const browser = new HostileBrowser();
    const { tokens } = await signIn({ browser });
    const id_token_hint = tokens.id_token ?? '';
    for (const [parameters, reason] of [
      [{ id_token_hint, post_logout_redirect_uri: 'https://evil.example/' }, 'redirect'],
      [{ id_token_hint, post_logout_redirect_uri: 'javascript:alert(1)' }, 'redirect'],
      [{ id_token_hint: `${id_token_hint}x` }, 'id_token_hint'],
      [{ id_token_hint, client_id: 'another' }, 'client_id'],
    ] as const) {
      const page: Answer = await logout(browser, parameters);
      expect([page.status, page.location, page.text]).toEqual([
        400,
        undefined,
        expect.stringContaining(reason),
      ]);
    }
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('returns to no app that is blocked, or that the organization has not installed', async () => {
    const other = await newExternalApp(platform, { redirectUri: 'https://other.example/callback' });
    const request = {
      client_id: other.clientId,
      post_logout_redirect_uri: 'https://other.example/',
    };
    const browser = new HostileBrowser();
    await signIn({ browser });
    const answers = async () => {
      const given = [await logout(new HostileBrowser(), request), await logout(browser, request)];
      return given.map(({ status, location }) => location ?? status);
    };
    expect(await answers()).toEqual([400, 400]);
    await other.install();
    // Another organization than that of the session.
    expect(await answers()).toEqual([request.post_logout_redirect_uri, 400]);
    await fetch(`${platform.registryInternalUrl}/internal/apps/${other.name}/block`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${platform.operatorToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ reason: 'Phishing.' }),
    });
    expect(await answers()).toEqual([400, 400]);
    expect(await isSignedIn(browser)).toBe(true);
  });
});
