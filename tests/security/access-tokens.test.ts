import { createHash, randomUUID } from 'node:crypto';
import { Browser } from '@app-platform/testing/http/browser';
import { FaultyDriver } from '@app-platform/testing/statements/watched-driver';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const driver = new FaultyDriver();
let platform: Platform;
let app: ExternalApp;
let tokens: Record<string, unknown>;

beforeAll(async () => {
  // Slow enough that requests at the same instant meet in it.
  const aroundDatabase = driver.around;
  platform = await startPlatform({ ephemeralDelayMilliseconds: 20, aroundDatabase });
  ({ app, tokens } = await authorizedApp(platform));
});
afterAll(() => platform.close());

async function callRegistry(token: unknown, path = '/v1/me'): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${platform.baseUrl}${path}`, { headers })).status;
}

/** Tries until a call is refused, at most for two seconds: the promise of a revocation. */
async function refusedWithinTwoSeconds(token: unknown): Promise<boolean> {
  const deadline = Date.now() + 2_000;
  while (Date.now() < deadline) {
    if ((await callRegistry(token)) === 401) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claimsOf = (token: unknown) =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString('utf8'));

async function form(path: string, fields: Record<string, string>) {
  const response = await fetch(`${platform.oauthUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: response.status, text: await response.text() };
}

const credentials = (of: ExternalApp) => ({
  client_id: of.clientId,
  client_secret: of.clientSecret,
});

describe('an access token at the registry', () => {
  it('reaches what its scopes allow, and nothing else', async () => {
    expect(await callRegistry(tokens.access_token)).toBe(200);
    expect(await callRegistry(tokens.access_token, '/v1/apps/metadata')).toBe(200);
    expect(await callRegistry(tokens.access_token, '/v1/api-keys')).toBe(403);
  });

  it('is a JWT of RFC 9068, for this audience, of one day', () => {
    const [header = ''] = String(tokens.access_token).split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString('utf8'))).toMatchObject({
      alg: 'ES256',
      typ: 'at+jwt',
    });
    const claims = claimsOf(tokens.access_token);
    expect(claims).toMatchObject({
      iss: platform.oauthUrl,
      aud: platform.baseUrl,
      client_id: app.clientId,
      org: app.organizationId,
      scope: tokens.scope,
      // A user's id never has the form of a client's (RFC 9700 section 4.15).
      sub: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      jti: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(app.clientId).toMatch(/^[\da-f]{24}$/);
    expect(claims.exp - claims.iat).toBe(86_400);
  });

  it('attack: alg none', async () => {
    const claims = segment(claimsOf(tokens.access_token));
    expect(await callRegistry(`${segment({ alg: 'none', typ: 'at+jwt' })}.${claims}.`)).toBe(401);
    expect(await callRegistry(`${segment({ alg: 'none', typ: 'at+jwt' })}.${claims}.x`)).toBe(401);
  });

  it('attack: changed claims under the old signature', async () => {
    const [header, , signature] = String(tokens.access_token).split('.');
    const claims = segment({ ...claimsOf(tokens.access_token), scope: 'org' });
    expect(await callRegistry(`${header}.${claims}.${signature}`)).toBe(401);
  });

  it('attack: a token from another key, of another issuer', async () => {
    const stranger = await startPlatform();
    const foreign = await authorizedApp(stranger);
    await stranger.close();
    expect(await callRegistry(foreign.tokens.access_token)).toBe(401);
  });

  it('attack: a refresh token in place of an access token', async () => {
    expect(await callRegistry(tokens.refresh_token)).toBe(401);
  });

  it('is refused when it has expired', async () => {
    platform.now.value = () => new Date(Date.now() + 86_410_000);
    expect(await callRegistry(tokens.access_token)).toBe(401);
    platform.now.value = () => new Date();
  });
});

describe('revocation', () => {
  it('of an access token counts within two seconds', async () => {
    const { app: own, tokens: issued } = await authorizedApp(platform);
    const token = String(issued.access_token);
    const revoked = await form('/oauth/revoke', { ...credentials(own), token });
    expect(revoked).toEqual({ status: 200, text: '' });
    expect(await refusedWithinTwoSeconds(token)).toBe(true);
  });

  it('of a refresh token ends its access tokens too', async () => {
    const { app: own, tokens: issued } = await authorizedApp(platform);
    const token = String(issued.refresh_token);
    expect((await form('/oauth/revoke', { ...credentials(own), token })).status).toBe(200);
    expect(await refusedWithinTwoSeconds(issued.access_token)).toBe(true);
  });

  it("attack: another client's token is not revoked", async () => {
    const other = await newExternalApp(platform);
    await other.install();
    for (const token of [String(tokens.access_token), String(tokens.refresh_token)]) {
      await form('/oauth/revoke', { ...credentials(other), token });
    }
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await callRegistry(tokens.access_token)).toBe(200);
  });

  it('by uninstalling counts at once, and a new installation revives nothing', async () => {
    const { app: own, tokens: issued } = await authorizedApp(platform);
    await own.uninstall();
    expect(await callRegistry(issued.access_token)).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await own.install();
    expect(await callRegistry(issued.access_token)).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: String(issued.refresh_token) };
    expect((await own.token(refresh)).body.error).toBe('invalid_grant');
  });
});

describe('introspection', () => {
  const introspect = async (of: ExternalApp, token: unknown) =>
    JSON.parse(
      (await form('/oauth/introspect', { ...credentials(of), token: String(token) })).text,
    );

  it("tells a client of its own tokens, and nothing of another's", async () => {
    const other = await newExternalApp(platform);
    await other.install();
    const own = await introspect(app, tokens.access_token);
    expect(own).toMatchObject({ active: true, client_id: app.clientId, scope: tokens.scope });
    expect(await introspect(app, tokens.refresh_token)).toMatchObject({ active: true });
    expect(await introspect(other, tokens.access_token)).toEqual({ active: false });
    expect(await introspect(other, tokens.refresh_token)).toEqual({ active: false });
    expect(await introspect(app, 'rubbish')).toEqual({ active: false });
  });

  it('tells that tokens of an installation that has ended are not active, though nobody was told', async () => {
    const { app: holder, tokens: held } = await authorizedApp(platform);
    expect(await introspect(holder, held.access_token)).toMatchObject({ active: true });
    // The registry tells the OAuth service as well as it can, and goes on where it cannot.
    driver.fault = { statement: /revocation|provider_record/i, error: new Error('away') };
    await holder.uninstall();
    driver.fault = undefined;
    await holder.install();
    for (const token of [held.access_token, held.refresh_token]) {
      expect(await introspect(holder, token)).toEqual({ active: false });
    }
  });
});

describe('a token that is bound to a key (DPoP, RFC 9449)', () => {
  async function boundToken() {
    const keys = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(keys.publicKey);
    const proof = (method: string, url: string, accessToken?: string) =>
      new SignJWT({
        htm: method,
        htu: url,
        jti: randomUUID(),
        ...(accessToken && {
          ath: createHash('sha256').update(accessToken).digest('base64url'),
        }),
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
        .setIssuedAt()
        .sign(keys.privateKey);
    const tokenUrl = `${platform.oauthUrl}/oauth/token`;
    const dpop = await proof('POST', tokenUrl);
    const { tokens: first, app: holder } = await authorizedApp(platform, { dpop });
    expect(first.token_type).toBe('DPoP');
    return { token: String(first.access_token), proof, app: holder };
  }

  it('is accepted with a proof of that key, once; and refused without, or as a bearer token', async () => {
    const { token, proof } = await boundToken();
    const url = `${platform.baseUrl}/v1/me`;
    const call = async (scheme: string, dpop?: string) => {
      const headers = { authorization: `${scheme} ${token}`, ...(dpop && { dpop }) };
      return (await fetch(url, { headers })).status;
    };
    const right = await proof('GET', url, token);
    expect(await call('DPoP', right)).toBe(200);
    expect(await call('DPoP', right)).toBe(401);
    expect(await call('DPoP')).toBe(401);
    expect(await call('Bearer')).toBe(401);
    expect(await call('Bearer', await proof('GET', url, token))).toBe(401);
    expect(await call('DPoP', await proof('POST', url, token))).toBe(401);
    expect(await call('DPoP', await proof('GET', `${url}x`, token))).toBe(401);
    expect(await call('DPoP', await proof('GET', url, 'another'))).toBe(401);
    const { proof: strange } = await boundToken();
    expect(await call('DPoP', await strange('GET', url, token))).toBe(401);
  });

  it('is introspected as one (RFC 9449 section 6.2)', async () => {
    const { token, app: holder } = await boundToken();
    const told = await form('/oauth/introspect', { ...credentials(holder), token });
    expect(JSON.parse(told.text)).toMatchObject({
      active: true,
      token_type: 'DPoP',
      cnf: { jkt: expect.any(String) },
    });
  });

  it('proof replay at the token endpoint: of requests at the same instant one is answered', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwk = await exportJWK(publicKey);
    const url = `${platform.oauthUrl}/oauth/token`;
    const dpop = await new SignJWT({ htm: 'POST', htu: url, jti: randomUUID() })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .setIssuedAt()
      .sign(privateKey);
    const { app: own } = await authorizedApp(platform);
    const browser = new Browser();
    const account = await browser.open(`${platform.oauthUrl}/account/apps`, platform.oauthUrl);
    await browser.submit(account, { email: own.email, password: PASSWORD });
    const exchanges: Record<string, string>[] = [];
    for (const scope of ['org.permission.customer', 'org.permission.apps', 'offline_access']) {
      const { url } = await browser.open(own.authorizeUrl([scope]), platform.oauthUrl);
      const code = url.searchParams.get('code') ?? '';
      const { redirectUri: redirect_uri } = own;
      exchanges.push({ grant_type: 'authorization_code', code, redirect_uri });
    }
    const answers = await Promise.all(exchanges.map((fields) => own.token(fields, { dpop })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('a token that is not bound is refused as DPoP', async () => {
    const headers = { authorization: `DPoP ${tokens.access_token}`, dpop: 'x' };
    expect((await fetch(`${platform.baseUrl}/v1/me`, { headers })).status).toBe(401);
  });
});
