import { FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { authorizeAddress, postToken } from '../platform/authorization-request.ts';
import { authorizedApp } from '../platform/authorized-app.ts';
import type { ExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;
let app: ExternalApp;
let tokens: Record<string, unknown>;

beforeAll(async () => {
  platform = await startPlatform();
});
beforeEach(async () => {
  ({ app, tokens } = await authorizedApp(platform));
});
afterAll(() => platform.close());

/** Stores redirect URIs as a release stored them that knew fewer rules. */
async function storeRedirectUris(uris: string[]): Promise<void> {
  const list = uris.map((uri) => `'${uri}'`).join(',');
  await platform.execute(`
    UPDATE app SET redirect_uris = ARRAY[${list}]::text[] WHERE client_id = '${app.clientId}'`);
}

const authentications = {
  'with HTTP Basic': () => ({
    headers: {
      authorization: `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}`,
    },
    fields: {},
  }),
  'with the secret in the body': () => ({
    headers: {},
    // The unknown parameter keeps the request off the token fast path, which reads no metadata.
    fields: { client_id: app.clientId, client_secret: app.clientSecret, unknown: 'x' },
  }),
};

const unsupported = {
  'an https loopback URI beside an http one': ['http://localhost/cb', 'https://localhost/cb'],
  'a plain HTTP host in a native app': ['http://a.example/cb', 'com.example.a:/cb'],
  'a forbidden scheme': ['javascript:alert(1)'],
  'text that is no URI': ['not a uri', 'https://'],
  'a fragment': ['https://a.example/#cb'],
  'no URI at all': [],
};

describe('an app whose redirect URIs oidc-provider refuses keeps its tokens under control', () => {
  describe.each(Object.entries(unsupported))('%s', (_uris, redirectUris) => {
    it.each(Object.entries(authentications))(
      '200: refresh, introspection and revocation work %s, and a reuse ends the family',
      async (_how, authentication) => {
        await storeRedirectUris(redirectUris);
        const { headers, fields } = authentication();
        const refresh = (token: unknown) =>
          postToken(
            platform,
            { ...fields, grant_type: 'refresh_token', refresh_token: String(token) },
            headers,
          );
        const post = async (path: string, token: unknown) => {
          const body = new URLSearchParams({ ...fields, token: String(token) }).toString();
          const sent = { method: 'POST', headers: { ...FORM, ...headers }, body };
          return new HostileBrowser().send(`${platform.oauthUrl}${path}`, sent);
        };
        const isActive = async (token: unknown) =>
          JSON.parse((await post('/oauth/introspect', token)).text).active;

        const second = await refresh(tokens.refresh_token);
        expect([second.status, second.body.error]).toEqual([200, undefined]);
        const third = await refresh(second.body.refresh_token);
        expect(third.status).toBe(200);
        expect(await isActive(third.body.access_token)).toBe(true);
        expect(await isActive(third.body.refresh_token)).toBe(true);

        const revoked = await post('/oauth/revoke', third.body.access_token);
        expect(revoked.status).toBe(200);
        expect(await isActive(third.body.access_token)).toBe(false);

        expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
        expect((await refresh(third.body.refresh_token)).body.error).toBe('invalid_grant');
        expect(await isActive(third.body.refresh_token)).toBe(false);
      },
    );
  });

  it.each(['https://localhost/cb', 'http://a.example/cb', 'javascript:alert(1)', 'not a uri'])(
    '400: and nobody is redirected to %s',
    async (redirectUri) => {
      await storeRedirectUris(Object.values(unsupported).flat());
      const address = authorizeAddress(platform, app, { redirect_uri: redirectUri });
      const answer = await new HostileBrowser().send(address);
      expect([answer.status, answer.location]).toEqual([400, undefined]);
    },
  );
});
