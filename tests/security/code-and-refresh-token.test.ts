import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authorize,
  codeGrant,
  postToken,
  refreshGrant,
  registerApp,
  type TokenAnswer,
} from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const OTHER_REDIRECT_URI = 'https://app.example.com/other';
let platform: Platform;
let app: ExternalApp;
let thief: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
  app = await newExternalApp(platform);
  const redirectUris = [app.redirectUri, OTHER_REDIRECT_URI];
  await registerApp(platform, app, { app: app.name, version: '0.0.2', redirectUris });
  thief = await newExternalApp(platform);
  await Promise.all([app.install(), thief.install()]);
});
afterAll(() => platform.close());

function expectRefused({ status, body }: TokenAnswer, error = 'invalid_grant', expected = 400) {
  expect([status, body.error]).toEqual([expected, error]);
  expect(JSON.stringify(body)).not.toMatch(/access_token|refresh_token":/);
}

const newCode = async () => (await authorize(platform, app)).get('code');

async function newTokens() {
  const { status, body, answer } = await postToken(platform, codeGrant(app, await newCode()));
  expect(status).toBe(200);
  return { tokens: body, answer };
}

describe('a code bound to another client', () => {
  it('is refused, and the app that it is for can still use it', async () => {
    const code = await newCode();
    const { client_id, client_secret } = codeGrant(thief, code);
    expectRefused(await postToken(platform, { ...codeGrant(app, code), client_id, client_secret }));
    expect((await postToken(platform, codeGrant(app, code))).status).toBe(200);
  });

  it("is refused with the right client id and the thief's secret, or none", async () => {
    const grant = codeGrant(app, await newCode());
    const stolen = await postToken(platform, { ...grant, client_secret: thief.clientSecret });
    expectRefused(stolen, 'invalid_client', 401);
    const bare = await postToken(platform, { ...grant, client_secret: undefined });
    expectRefused(bare, 'invalid_client', 401);
    const empty = await postToken(platform, { ...grant, client_secret: '' });
    expect(empty.body.error).toMatch(/invalid_client|invalid_request/);
  });
});

describe('a code bound to another redirect URI', () => {
  it.each([
    ["another of the app's own", OTHER_REDIRECT_URI],
    ['a prefix', 'https://app.example.com/'],
    ['a foreign one', 'https://evil.example/callback'],
  ])('is refused: %s', async (_name, redirectUri) => {
    const grant = codeGrant(app, await newCode());
    expectRefused(await postToken(platform, { ...grant, redirect_uri: redirectUri }));
  });

  it('is refused without one', async () => {
    const grant = codeGrant(app, await newCode());
    const without = await postToken(platform, { ...grant, redirect_uri: undefined });
    expectRefused(without, 'invalid_request');
  });
});

describe('code replay', () => {
  it('is refused, and revokes the refresh token that the first use issued', async () => {
    const grant = codeGrant(app, await newCode());
    const { body } = await postToken(platform, grant);
    expectRefused(await postToken(platform, grant));
    expectRefused(await postToken(platform, refreshGrant(app, body.refresh_token)));
  });

  it('revokes what was refreshed since, too', async () => {
    const grant = codeGrant(app, await newCode());
    const { body } = await postToken(platform, grant);
    const next = await postToken(platform, refreshGrant(app, body.refresh_token));
    expect(next.status).toBe(200);
    expectRefused(await postToken(platform, grant));
    expectRefused(await postToken(platform, refreshGrant(app, next.body.refresh_token)));
  });

  it.each([
    ['without the secret', () => ({ client_secret: 'wrong' })],
    ['by another client', () => ({ client_id: thief.clientId, client_secret: thief.clientSecret })],
  ])('is refused %s, and logs nobody out', async (_name, changes) => {
    const grant = codeGrant(app, await newCode());
    const { body } = await postToken(platform, grant);
    expect((await postToken(platform, { ...grant, ...changes() })).status).toBeGreaterThan(399);
    expect((await postToken(platform, refreshGrant(app, body.refresh_token))).status).toBe(200);
  });
});

describe('a refresh token of another client', () => {
  it('is refused, and its owner can still use it', async () => {
    const { tokens } = await newTokens();
    expectRefused(await postToken(platform, refreshGrant(thief, tokens.refresh_token)));
    const owner = await postToken(platform, refreshGrant(app, tokens.refresh_token));
    expect(owner.status).toBe(200);
  });

  it('is refused once more when its owner has used it', async () => {
    const { tokens } = await newTokens();
    const next = await postToken(platform, refreshGrant(app, tokens.refresh_token));
    expectRefused(await postToken(platform, refreshGrant(thief, tokens.refresh_token)));
    expectRefused(await postToken(platform, refreshGrant(thief, next.body.refresh_token)));
    const owner = await postToken(platform, refreshGrant(app, next.body.refresh_token));
    expect(owner.status).toBe(200);
  });

  it('reaches no more than was granted', async () => {
    const { tokens } = await newTokens();
    const grant = { ...refreshGrant(app, tokens.refresh_token), scope: 'org.admin.apps' };
    const { status, body } = await postToken(platform, grant);
    expect([status, body.error]).toEqual([400, 'invalid_scope']);
  });
});

describe('one credential in place of another', () => {
  it('a code is no refresh token, a refresh token no code, an access token neither', async () => {
    const { tokens } = await newTokens();
    const { refresh_token: refreshToken, access_token: accessToken } = tokens;
    expectRefused(await postToken(platform, refreshGrant(app, await newCode())));
    expectRefused(await postToken(platform, codeGrant(app, String(refreshToken))));
    expectRefused(await postToken(platform, refreshGrant(app, accessToken)));
    expectRefused(await postToken(platform, codeGrant(app, String(accessToken))));
  });

  it('tokens are never cached', async () => {
    const { answer } = await newTokens();
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('a code without its redirect URI', () => {
  it('is refused, though the app has only one', async () => {
    const code = (await authorize(platform, thief)).get('code');
    const grant = { ...codeGrant(thief, code), redirect_uri: undefined };
    expectRefused(await postToken(platform, grant), 'invalid_request');
  });
});
