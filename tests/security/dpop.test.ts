import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { OpenedStream } from '@app-platform/testing/http/event-stream';
import { type Answer, FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { authorizeAddress } from '../platform/authorization-request.ts';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { consoleClient, signInToFirstParty } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;
let app: ExternalApp;
let proof: ProofOf;
/** An access token that is bound to the key of the proofs. */
let token: string;
let unbound: string;

type ProofOf = (claims: JWTPayload, iat?: number) => Promise<string>;

async function proofsOf(alg: string): Promise<ProofOf> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  return (claims, iat) =>
    new SignJWT({ jti: randomUUID(), ...claims })
      .setProtectedHeader({ alg, typ: 'dpop+jwt', jwk })
      .setIssuedAt(iat)
      .sign(privateKey);
}

const forTokens = (make: ProofOf) => make({ htm: 'POST', htu: `${platform.oauthUrl}/oauth/token` });

beforeAll(async () => {
  platform = await startPlatform({
    firstPartyRedirectUris: consoleClient,
    streams: { pollMilliseconds: 20 },
  });
  proof = await proofsOf('ES256');
  const authorized = await authorizedApp(platform, { dpop: await forTokens(proof) });
  app = authorized.app;
  token = String(authorized.tokens.access_token);
  unbound = String((await authorizedApp(platform)).tokens.access_token);
});
afterEach(() => {
  platform.now.value = () => new Date();
});
afterAll(() => platform.close());

const ofMe = (accessToken = token): JWTPayload => ({
  htm: 'GET',
  htu: `${platform.baseUrl}/v1/me`,
  ath: createHash('sha256').update(accessToken).digest('base64url'),
});

function call(scheme: string, accessToken: string, dpop?: string, path = '/v1/me') {
  const headers = { authorization: `${scheme} ${accessToken}`, ...(dpop && { dpop }) };
  return new HostileBrowser().send(`${platform.baseUrl}${path}`, { headers });
}

const challengeOf = ({ status, headers }: Answer) => [status, headers['www-authenticate']];

describe('a dpop_jkt that is no thumbprint', () => {
  it.each([
    ['too short', 'a'.repeat(42)],
    ['too long', 'a'.repeat(44)],
    ['of other characters', `${'a'.repeat(42)}=`],
  ])('400 invalid_request: %s', async (_name, dpop_jkt) => {
    const address = authorizeAddress(platform, app, { dpop_jkt });
    const answer = await new HostileBrowser().send(address);
    expect(answer.location ?? answer.text).toContain('invalid_request');
    const { clientId: client_id, clientSecret: client_secret, redirectUri: redirect_uri } = app;
    const fields = { client_id, client_secret, redirect_uri, response_type: 'code' };
    const pushed = await new HostileBrowser().send(`${platform.oauthUrl}/oauth/par`, {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams({ ...fields, scope: 'org.permission', dpop_jkt }).toString(),
    });
    expect([pushed.status, JSON.parse(pushed.text).error]).toEqual([400, 'invalid_request']);
  });

  it('a thumbprint is accepted', async () => {
    const address = authorizeAddress(platform, app, { dpop_jkt: 'a'.repeat(43) });
    const answer = await new HostileBrowser().open(address);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('password')]);
  });
});

describe('a proof is accepted once, for as long as it could be accepted', () => {
  const atSeconds = (seconds: number) => {
    platform.now.value = () => new Date(Date.now() + seconds * 1000);
  };

  it('of a maker whose clock is ahead', async () => {
    const now = Math.floor(Date.now() / 1000);
    const early = await proof(ofMe(), now + 55);
    expect((await call('DPoP', token, early)).status).toBe(200);
    for (const seconds of [1, 100, 130, 170]) {
      atSeconds(seconds);
      expect((await call('DPoP', token, early)).status).toBe(401);
    }
    // The same proof, unused, shows that the token and the time are not what is refused.
    atSeconds(130);
    const unused = await proof(ofMe(), now + 55);
    expect((await call('DPoP', token, unused)).status).toBe(200);
  });

  it('and not at all when it is too old, or too far ahead', async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const iat of [now - 130, now + 70]) {
      expect((await call('DPoP', token, await proof(ofMe(), iat))).status).toBe(401);
    }
  });
});

describe('a proof at the OAuth service', () => {
  it('of a maker whose clock is ahead is accepted once', async () => {
    const claims = { htm: 'POST', htu: `${platform.oauthUrl}/oauth/par` };
    const early = await proof(claims, Math.floor(Date.now() / 1000) + 290);
    const push = () =>
      new HostileBrowser().send(`${platform.oauthUrl}/oauth/par`, {
        method: 'POST',
        headers: { ...FORM, dpop: early },
        body: new URLSearchParams({
          client_id: app.clientId,
          client_secret: app.clientSecret,
          redirect_uri: app.redirectUri,
          response_type: 'code',
          scope: 'org.permission.customer',
        }).toString(),
      });
    expect((await push()).status).toBe(201);
    expect((await push()).status).toBe(400);
    await platform.passEphemeral(310);
    // For oidc-provider, whose clock is the machine's, the proof is as new as before.
    expect((await push()).status).toBe(400);
  });
});

describe('both services accept the same algorithms', () => {
  it('as their documents say', async () => {
    const read = async (address: string) =>
      JSON.parse((await new HostileBrowser().send(address)).text);
    const metadata = await read(`${platform.oauthUrl}/.well-known/oauth-authorization-server`);
    expect(metadata.dpop_signing_alg_values_supported).toEqual(['ES256', 'Ed25519', 'EdDSA']);
    const document = await read(`${platform.baseUrl}/openapi.json`);
    for (const name of metadata.dpop_signing_alg_values_supported) {
      expect(document.components.securitySchemes.dpop.description).toContain(name);
    }
  });

  it.each(['ES256', 'Ed25519', 'EdDSA'])('%s is accepted by both', async (alg) => {
    const make = await proofsOf(alg);
    const { tokens } = await authorizedApp(platform, { dpop: await forTokens(make) });
    expect(tokens.token_type).toBe('DPoP');
    const accessToken = String(tokens.access_token);
    expect((await call('DPoP', accessToken, await make(ofMe(accessToken)))).status).toBe(200);
  });

  it.each(['PS256', 'RS256', 'ES384'])('%s is refused by both', async (alg) => {
    const make = await proofsOf(alg);
    await expect(authorizedApp(platform, { dpop: await forTokens(make) })).rejects.toThrow(
      'invalid_dpop_proof',
    );
    expect(challengeOf(await call('DPoP', token, await make(ofMe())))).toEqual([
      401,
      expect.stringContaining('error="invalid_dpop_proof"'),
    ]);
  });
});

describe('the challenge for a bound token (RFC 9449 section 7.1)', () => {
  const resource = () =>
    `resource_metadata="${platform.baseUrl}/.well-known/oauth-protected-resource", scope="org.permission.apps"`;
  const dpop = (error: string) =>
    `DPoP ${resource()}, error="${error}", algs="ES256 Ed25519 EdDSA"`;

  it('401: names DPoP where it is shown as a bearer token', async () => {
    const answers = [await call('Bearer', token), await call('Bearer', token, await proof(ofMe()))];
    for (const answer of answers) {
      expect(challengeOf(answer)).toEqual([401, dpop('invalid_token')]);
    }
  });

  it('401: names DPoP where its proof is missing, wrong or used', async () => {
    const used = await proof(ofMe());
    await call('DPoP', token, used);
    for (const sent of [undefined, 'rubbish', await proof({ ...ofMe(), htm: 'POST' }), used]) {
      expect(challengeOf(await call('DPoP', token, sent))).toEqual([
        401,
        dpop('invalid_dpop_proof'),
      ]);
    }
  });

  it('401: names DPoP where it has expired', async () => {
    platform.now.value = () => new Date(Date.now() + 86_500_000);
    const answer = await call('DPoP', token, await proof(ofMe()));
    expect(challengeOf(answer)).toEqual([401, dpop('invalid_token')]);
  });

  it('403: names DPoP where its roles do not suffice', async () => {
    const claims = { ...ofMe(), htu: `${platform.baseUrl}/v1/audit` };
    const answer = await call('DPoP', token, await proof(claims), '/v1/audit');
    expect(challengeOf(answer)).toEqual([403, expect.stringMatching(/^DPoP error="insufficient/)]);
  });

  it('401: names Bearer where a token that is not bound is shown', async () => {
    expect(challengeOf(await call('DPoP', unbound, await proof(ofMe(unbound))))).toEqual([
      401,
      `Bearer ${resource()}, error="invalid_token"`,
    ]);
  });
});

it('a stream goes on after its proof, which is checked when it begins, and ends with its token', async () => {
  const owner = await newExternalApp(platform, { userRoles: ['org.admin', 'org.permission'] });
  const { access_token } = await signInToFirstParty(platform, {
    clientId: 'console',
    email: owner.email,
    scope: 'org.admin.apps',
    headers: { dpop: await forTokens(proof) },
  });
  const url = `${platform.baseUrl}/v1/apps/available/${owner.name}/events`;
  const open = async (dpop: string) =>
    OpenedStream.open(url, {
      credential: '',
      headers: { authorization: `DPoP ${access_token}`, dpop },
    });
  const dpop = await proof({ ...ofMe(access_token), htu: url });
  const stream = await open(dpop);
  await expect(open(dpop)).rejects.toThrow('401');
  await wait(500);
  await owner.install();
  await stream.find<{ type: string }>(({ type }) => type === 'installation');
  await fetch(`${platform.oauthUrl}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'console', token: access_token }),
  });
  await stream.untilEnd();
});
