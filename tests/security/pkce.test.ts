import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import {
  arrivedAt,
  authorize,
  authorizeAddress,
  codeGrant,
  installPublicClient,
  type Parameters,
  postToken,
} from './authorization-request.ts';
import { HostileBrowser } from './hostile-browser.ts';

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const S256 = { code_challenge: challenge, code_challenge_method: 'S256' };
let platform: Platform;
let confidential: ExternalApp;
let publicClient: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
  confidential = await newExternalApp(platform);
  await confidential.install();
  publicClient = await installPublicClient(platform, confidential);
});
afterAll(() => platform.close());

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
  ['with a secret', () => confidential],
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
    const answer = await exchange(confidential, {}, { code_verifier: verifier });
    expect(answer).toEqual([400, 'invalid_grant']);
  });

  it('a client without a secret is refused without a challenge', async () => {
    expect(await errorOf(publicClient, {})).toBe('invalid_request');
  });

  it('the metadata offers S256 alone', async () => {
    const address = `${platform.oauthUrl}/.well-known/oauth-authorization-server`;
    const metadata = JSON.parse((await new HostileBrowser().send(address)).text);
    expect(metadata.code_challenge_methods_supported).toEqual(['S256']);
  });
});
