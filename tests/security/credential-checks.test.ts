import { tokens } from '@app-platform/testing/credentials';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import type { ExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const { serviceToken } = tokens;

let platform: Platform;
let app: ExternalApp;
let accessToken: string;

beforeAll(async () => {
  platform = await startPlatform();
  const authorized = await authorizedApp(platform);
  app = authorized.app;
  accessToken = String(authorized.tokens.access_token);
});
afterAll(() => platform.close());

async function ask(body: unknown, token = serviceToken) {
  const response = await fetch(`${platform.registryInternalUrl}/internal/credential-checks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: an answer or problems
  return { status: response.status, body: (await response.json()) as any };
}

const invalid = { status: 200, body: { caller: null, suspendedReason: null } };

async function isInvalidWithinTwoSeconds(credential: string): Promise<boolean> {
  const deadline = performance.now() + 2_000;
  while (performance.now() < deadline) {
    if ((await ask({ credential })).body.caller === null) return true;
  }
  return false;
}

describe('a credential check over the internal API identifies the callers of the public API alone', () => {
  it('an API key, with its organization and roles', async () => {
    expect(await ask({ credential: app.apiKey })).toEqual({
      status: 200,
      body: {
        caller: {
          kind: 'api_key',
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          organizationId: app.organizationId,
          roles: ['org.admin', 'org.permission'],
          clientId: null,
          authenticatedAt: null,
        },
        suspendedReason: null,
      },
    });
  });

  it('an access token, with its user and client', async () => {
    const [, payload = ''] = accessToken.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const { status, body } = await ask({ credential: accessToken });
    expect(status).toBe(200);
    expect(body.caller).toMatchObject({
      kind: 'access_token',
      id: claims.sub,
      organizationId: app.organizationId,
      roles: claims.scope.split(' ').filter((scope: string) => scope !== 'offline_access'),
      clientId: app.clientId,
    });
  });

  it.each([
    ['an unknown API key', 'apk_unknown'],
    ['a token that is no JWT', 'x.y.z'],
    ['more than one credential', 'one two'],
    ['another header', 'x\r\nauthorization: Bearer y'],
    ['a long one', 'x'.repeat(16_384)],
  ])('not %s', async (_what, credential) => {
    expect(await ask({ credential })).toEqual(invalid);
  });

  it('not a revoked access token, nor that of an uninstalled app', async () => {
    const { app: own, tokens } = await authorizedApp(platform);
    const token = String(tokens.access_token);
    const fields = { client_id: own.clientId, client_secret: own.clientSecret, token };
    await fetch(`${platform.oauthUrl}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    expect(await isInvalidWithinTwoSeconds(token)).toBe(true);
    const { app: other, tokens: others } = await authorizedApp(platform);
    await other.uninstall();
    expect(await ask({ credential: String(others.access_token) })).toEqual(invalid);
  });

  it("needs the service's token and a body of the right form", async () => {
    expect((await ask({ credential: app.apiKey }, platform.operatorToken)).status).toBe(403);
    expect((await ask({ credential: app.apiKey }, app.apiKey)).status).toBe(401);
    for (const body of [{}, { credential: '' }, { credential: 1 }, { credential: 'x', more: 1 }]) {
      const { status, body: answer } = await ask(body);
      expect([status, answer.errors[0].code]).toEqual([400, 'invalid_body']);
    }
  });

  it('logs no credential', async () => {
    await ask({ credential: app.apiKey });
    await ask({ credential: accessToken, more: 1 });
    const log = platform.logLines.join('');
    for (const credential of [app.apiKey, accessToken]) expect(log).not.toContain(credential);
  });
});
