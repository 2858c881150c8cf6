import { createHash, randomBytes } from 'node:crypto';
import { FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  arrivedAt,
  authorize,
  authorizeAddress,
  codeGrant,
  installPublicClient,
  type Parameters,
  postToken,
  refreshGrant,
  SCOPES,
} from '../platform/authorization-request.ts';
import { type ExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const S256 = { code_challenge: challenge, code_challenge_method: 'S256' };
let platform: Platform;
let app: ExternalApp;
let publicClient: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
  publicClient = await installPublicClient(platform, app);
});
afterAll(() => platform.close());

describe('mix-up: every authorization response names its issuer', () => {
  it('one with a code, and the state as it was sent', async () => {
    const state = 'a+b&iss=https://evil.example';
    const arrived = await authorize(platform, app, { state });
    expect(arrived.getAll('iss')).toEqual([platform.oauthUrl]);
    expect(arrived.getAll('state')).toEqual([state]);
    expect(arrived.getAll('code')).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  });

  it('one with an error', async () => {
    const address = authorizeAddress(platform, app, { scope: 'unheard-of' });
    const arrived = arrivedAt(app.redirectUri, await new HostileBrowser().open(address));
    expect(arrived.get('error')).toBe('invalid_scope');
    expect(arrived.getAll('iss')).toEqual([platform.oauthUrl]);
  });

  it('one with a refusal', async () => {
    const browser = new HostileBrowser();
    const address = authorizeAddress(platform, app, { scope: 'org.permission.conversation' });
    const signIn = await browser.open(address);
    const asked = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const arrived = arrivedAt(app.redirectUri, await browser.submit(asked, { decision: 'deny' }));
    expect(arrived.get('error')).toBe('access_denied');
    expect(arrived.getAll('iss')).toEqual([platform.oauthUrl]);
  });

  it('whatever issuer the request asks for', async () => {
    const address = authorizeAddress(platform, app, {
      scope: 'unheard-of',
      iss: 'https://evil.example',
      issuer: 'https://evil.example',
    });
    const arrived = arrivedAt(app.redirectUri, await new HostileBrowser().open(address));
    expect(arrived.getAll('iss')).toEqual([platform.oauthUrl]);
  });

  it('also where the redirect URI itself has parameters of those names', async () => {
    const redirectUri = 'https://app.example.com/callback?iss=https://evil.example&code=evil';
    const client = await installPublicClient(platform, app, { redirectUris: [redirectUri] });
    const address = authorizeAddress(platform, client, {
      redirect_uri: redirectUri,
      scope: 'unheard-of',
    });
    const arrived = arrivedAt(app.redirectUri, await new HostileBrowser().open(address));
    expect(arrived.getAll('iss')).toEqual([platform.oauthUrl]);
  });
});

/** Audiences of access tokens other than the registry. */
const otherResources = () => [
  `${platform.baseUrl}//`,
  'https://other.example',
  [platform.baseUrl, 'https://other.example'],
];

// Consent covers the registry's API only: a page that asked about another resource would ask forever.
describe('a resource other than the registry', () => {
  it('is refused at authorize, before anybody signs in', async () => {
    for (const resource of otherResources()) {
      const answer = await new HostileBrowser().open(authorizeAddress(platform, app, { resource }));
      const arrived = arrivedAt(app.redirectUri, answer);
      expect([arrived.get('error'), arrived.get('code')]).toEqual(['invalid_target', null]);
    }
  });

  it('400: is refused where a request is pushed', async () => {
    const answer = await new HostileBrowser().send(`${platform.oauthUrl}/oauth/par`, {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams({
        client_id: app.clientId,
        client_secret: app.clientSecret,
        redirect_uri: app.redirectUri,
        response_type: 'code',
        scope: SCOPES.join(' '),
        resource: `${platform.baseUrl}/v1`,
      }).toString(),
    });
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, 'invalid_target']);
  });

  it('400: is refused of a code, and of a refresh token, which stays good', async () => {
    const resource = 'https://other.example';
    const grant = codeGrant(app, (await authorize(platform, app)).get('code'));
    const refused = await postToken(platform, { ...grant, resource });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_target']);
    const { code: another } = Object.fromEntries(await authorize(platform, app));
    const exchanged = await postToken(platform, codeGrant(app, another ?? ''));
    const refresh = refreshGrant(app, exchanged.body.refresh_token);
    const again = await postToken(platform, { ...refresh, resource });
    expect([again.status, again.body.error]).toEqual([400, 'invalid_target']);
    expect((await postToken(platform, refresh)).status).toBe(200);
  });
});

it('the registry can be named as the resource', async () => {
  const browser = new HostileBrowser();
  const address = authorizeAddress(platform, app, {
    resource: platform.baseUrl,
    prompt: 'consent',
  });
  const next = await browser.submit(await browser.open(address), {
    email: app.email,
    password: PASSWORD,
  });
  const last = next.location ? next : await browser.submit(next, { decision: 'allow' });
  const code = arrivedAt(app.redirectUri, last).get('code');
  expect((await postToken(platform, codeGrant(app, code))).status).toBe(200);
});

/** Exchanges a code of a request with these parameters. */
async function exchange(app: ExternalApp, changes: Parameters, fields: Parameters) {
  const code = (await authorize(platform, app, changes)).get('code');
  expect(code).toBeTruthy();
  const secret = app.clientSecret || undefined;
  const grant = { ...codeGrant(app, code), client_secret: secret, ...fields };
  const { status, body } = await postToken(platform, grant);
  return [status, body.error];
}

/** The error that an authorization request is sent back with. */
async function errorOf(app: ExternalApp, changes: Parameters) {
  const answer = await new HostileBrowser().open(authorizeAddress(platform, app, changes));
  const arrived = arrivedAt(app.redirectUri, answer);
  expect(arrived.get('code')).toBeNull();
  return arrived.get('error');
}

describe.each([
  ['with a secret', () => app],
  ['without a secret', () => publicClient],
])('PKCE downgrade, of a client %s', (_name, client) => {
  it('the right verifier is accepted', async () => {
    expect(await exchange(client(), S256, { code_verifier: verifier })).toEqual([200, undefined]);
  });

  it('a code with a challenge is refused without its verifier', async () => {
    expect(await exchange(client(), S256, {})).toEqual([400, 'invalid_grant']);
  });

  it('a code with a challenge is refused with an empty verifier', async () => {
    const [status] = await exchange(client(), S256, { code_verifier: '' });
    expect(status).toBe(400);
  });

  it('a code with a challenge is refused with a wrong verifier', async () => {
    const wrong = randomBytes(32).toString('base64url');
    const answer = await exchange(client(), S256, { code_verifier: wrong });
    expect(answer).toEqual([400, 'invalid_grant']);
  });

  it('a code with a challenge is refused with the challenge as its verifier', async () => {
    const answer = await exchange(client(), S256, { code_verifier: challenge });
    expect(answer).toEqual([400, 'invalid_grant']);
  });

  it('plain is refused', async () => {
    const plain = { code_challenge: verifier, code_challenge_method: 'plain' };
    expect(await errorOf(client(), plain)).toBe('invalid_request');
  });

  it('a challenge without a method, which would mean plain, is refused', async () => {
    expect(await errorOf(client(), { code_challenge: verifier })).toBe('invalid_request');
  });

  it('a method without a challenge is refused', async () => {
    expect(await errorOf(client(), { code_challenge_method: 'S256' })).toBe('invalid_request');
  });

  it('two challenges are refused', async () => {
    const other = createHash('sha256').update('other').digest('base64url');
    const changes = { ...S256, code_challenge: [challenge, other] };
    expect(await errorOf(client(), changes)).toBe('invalid_request');
  });
});

describe('PKCE downgrade', () => {
  it('a code without a challenge is refused with a verifier: the challenge was taken out', async () => {
    const answer = await exchange(app, {}, { code_verifier: verifier });
    expect(answer).toEqual([400, 'invalid_grant']);
  });

  it('a client without a secret is refused without a challenge', async () => {
    expect(await errorOf(publicClient, {})).toBe('invalid_request');
  });
});
