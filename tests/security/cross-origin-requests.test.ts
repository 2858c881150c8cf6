import { createHash, randomBytes } from 'node:crypto';
import { HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authorize,
  codeGrant,
  installPublicClient,
  postToken,
  refreshGrant,
} from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const ORIGIN = 'https://app.example.com';
const FOREIGN = [
  'https://evil.example',
  'https://app.example.com.evil.example',
  'https://app.example.com:8443',
  'http://app.example.com',
  'null',
];
const verifier = randomBytes(32).toString('base64url');
const challenge = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};

let platform: Platform;
/** With a secret. */
let confidential: ExternalApp;
/** Without one, on the origin, with a private-use scheme beside it. */
let single: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform({
    firstPartyRedirectUris: { console: ['https://console.example.com/callback'] },
  });
  confidential = await newExternalApp(platform);
  await confidential.install();
  const redirectUris = [confidential.redirectUri, 'com.example.app:/callback'];
  single = await installPublicClient(platform, confidential, { redirectUris });
});
afterAll(() => platform.close());

async function withoutSecret(changes: Record<string, string> = {}) {
  const arrived = await authorize(platform, single, challenge);
  const { client_secret: _secret, ...grant } = codeGrant(single, arrived.get('code'));
  return { ...grant, code_verifier: verifier, ...changes };
}

const allowedOrigin = ({ answer }: Awaited<ReturnType<typeof postToken>>) =>
  answer.headers['access-control-allow-origin'];

describe('the token endpoint', () => {
  it('answers an origin of the redirect URIs of a client without a secret', async () => {
    const first = await postToken(platform, await withoutSecret(), { origin: ORIGIN });
    expect([first.status, allowedOrigin(first)]).toEqual([200, ORIGIN]);
    expect(first.answer.headers.vary).toContain('Origin');
    const { client_secret: _secret, ...refresh } = refreshGrant(single, first.body.refresh_token);
    const second = await postToken(platform, refresh, { origin: ORIGIN });
    expect([second.status, allowedOrigin(second)]).toEqual([200, ORIGIN]);
  });

  it.each(FOREIGN)('refuses %s, without a header, and keeps the code', async (origin) => {
    const grant = await withoutSecret();
    const refused = await postToken(platform, grant, { origin });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_request']);
    expect(allowedOrigin(refused)).toBeUndefined();
    const { status } = await postToken(platform, grant, { origin: ORIGIN });
    expect(status).toBe(200);
  });

  it('refuses every origin for a client with a secret', async () => {
    const arrived = await authorize(platform, confidential);
    const grant = codeGrant(confidential, arrived.get('code'));
    const refused = await postToken(platform, grant, { origin: ORIGIN });
    expect([refused.status, refused.body.error, allowedOrigin(refused)]).toEqual([
      400,
      'invalid_request',
      undefined,
    ]);
    expect((await postToken(platform, grant)).status).toBe(200);
  });

  it('says why it refuses to an origin of the client only', async () => {
    const wrong = await withoutSecret({ code: 'a'.repeat(43) });
    const [own, foreign, unknown] = [
      await postToken(platform, wrong, { origin: ORIGIN }),
      await postToken(platform, wrong, { origin: 'https://evil.example' }),
      await postToken(platform, { ...wrong, client_id: 'nobody' }, { origin: ORIGIN }),
    ];
    expect([own.status, own.body.error, allowedOrigin(own)]).toEqual([
      400,
      'invalid_grant',
      ORIGIN,
    ]);
    expect([allowedOrigin(foreign), allowedOrigin(unknown)]).toEqual([undefined, undefined]);
  });

  it('tells an origin of the client that the app is not installed', async () => {
    const other = await installPublicClient(platform, confidential, {
      redirectUris: [confidential.redirectUri],
    });
    await new HostileBrowser().send(`${platform.baseUrl}/v1/apps/installed/${other.name}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${confidential.apiKey}` },
    });
    const refused = await postToken(
      platform,
      { grant_type: 'refresh_token', refresh_token: 'any', client_id: other.clientId },
      { origin: ORIGIN },
    );
    expect([refused.status, refused.body.error, allowedOrigin(refused)]).toEqual([
      400,
      'invalid_client',
      ORIGIN,
    ]);
  });

  it('answers the origin of a first-party client', async () => {
    const refresh = { grant_type: 'refresh_token', refresh_token: 'any', client_id: 'console' };
    const origins = ['https://console.example.com', ORIGIN].map(async (origin) =>
      allowedOrigin(await postToken(platform, refresh, { origin })),
    );
    expect(await Promise.all(origins)).toEqual(['https://console.example.com', undefined]);
  });

  it('answers a preflight request', async () => {
    const answer = await fetch(`${platform.oauthUrl}/oauth/token`, {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      204,
      ORIGIN,
    ]);
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST');
    expect(answer.headers.get('access-control-allow-headers')).toBe('content-type');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe.each(['/oauth/jwks', '/.well-known/oauth-authorization-server'])('%s', (path) => {
  it.each([ORIGIN, 'https://evil.example', undefined])(
    'is for every origin: %s',
    async (origin) => {
      const answer = await fetch(`${platform.oauthUrl}${path}`, {
        headers: origin ? { origin } : {},
      });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
        200,
        '*',
      ]);
    },
  );

  it('answers a preflight request', async () => {
    const answer = await fetch(`${platform.oauthUrl}${path}`, {
      method: 'OPTIONS',
      headers: { origin: ORIGIN, 'access-control-request-method': 'GET' },
    });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      204,
      ORIGIN,
    ]);
  });
});
