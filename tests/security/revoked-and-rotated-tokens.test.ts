import { createHmac } from 'node:crypto';
import { KeyEncryption } from '@app-platform/runtime';
import { FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { postToken, refreshGrant } from '../platform/authorization-request.ts';
import { authorizedApp } from '../platform/authorized-app.ts';
import type { ExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const DAY_SECONDS = 86_400;
const ways = { 'on the fast path': {}, 'by oidc-provider': { unknown: 'x' } };

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterEach(() => {
  platform.now.value = () => new Date();
});
afterAll(() => platform.close());

const callRegistry = async (token: unknown) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${platform.baseUrl}/v1/me`, { headers })).status;
};

async function revoke(app: ExternalApp, token: unknown): Promise<void> {
  const { clientId: client_id, clientSecret: client_secret } = app;
  const answer = await new HostileBrowser().send(`${platform.oauthUrl}/oauth/revoke`, {
    method: 'POST',
    headers: FORM,
    body: new URLSearchParams({ client_id, client_secret, token: String(token) }).toString(),
  });
  expect(answer.status).toBe(200);
}

/** Waits until a revoked token is refused, and so every revocation before it is known. */
async function becomesRefused(token: unknown): Promise<void> {
  const deadline = performance.now() + 10_000;
  while ((await callRegistry(token)) !== 401) {
    expect(performance.now()).toBeLessThan(deadline);
  }
}

describe('token responses are never cached', () => {
  it.each(Object.entries(ways))('by HTTP/1.0 caches neither: %s', async (_way, fields) => {
    const { app, tokens } = await authorizedApp(platform);
    const grant = { ...refreshGrant(app, tokens.refresh_token), ...fields };
    const answers = [
      await postToken(platform, grant),
      await postToken(platform, { ...grant, refresh_token: 'unknown' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    for (const { answer } of answers) {
      const { pragma, 'cache-control': cacheControl } = answer.headers;
      expect([pragma, cacheControl]).toEqual(['no-cache', 'no-store']);
    }
  });
});

describe('a revocation is kept for as long as its token could be accepted', () => {
  it('the tolerance for clocks included', async () => {
    const issuedAt = new Date();
    platform.now.value = () => issuedAt;
    const { app, tokens } = await authorizedApp(platform);
    const { body } = await postToken(platform, refreshGrant(app, tokens.refresh_token));
    expect(await callRegistry(body.access_token)).toBe(200);
    await revoke(app, body.access_token);
    await becomesRefused(body.access_token);

    platform.now.value = () => new Date(issuedAt.getTime() + (DAY_SECONDS + 3) * 1000);
    expect(await callRegistry(tokens.access_token)).toBe(200);
    const later = await postToken(platform, refreshGrant(app, body.refresh_token));
    await revoke(app, later.body.access_token);
    await becomesRefused(later.body.access_token);
    expect(await callRegistry(body.access_token)).toBe(401);
  });
});

describe('the successor of a stolen refresh token', () => {
  it.each(Object.entries(ways))(
    'cannot be computed with the key alone: %s',
    async (_way, fields) => {
      const { app, tokens } = await authorizedApp(platform);
      const token = String(tokens.refresh_token);
      const grant = { ...refreshGrant(app, token), ...fields };
      const successor = (await postToken(platform, grant)).body.refresh_token;
      for (const key of new KeyEncryption(platform.keysEncryptionKey).derive('refresh tokens')) {
        expect(createHmac('sha256', key).update(token).digest('base64url')).not.toBe(successor);
      }
      expect((await postToken(platform, grant)).body.refresh_token).toBe(successor);
    },
  );
});
