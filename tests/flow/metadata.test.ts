import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizeAddress } from '../security/authorization-request.ts';
import { HostileBrowser } from '../security/hostile-browser.ts';
import { type ExternalApp, newExternalApp } from './external-app.ts';
import { type Platform, startPlatform } from './platform.ts';

let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
  app = await newExternalApp(platform);
  await app.install();
});
afterAll(() => platform.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  new HostileBrowser().send(platform.oauthUrl + path, { headers });

describe('the metadata', () => {
  it('tells what is supported, and nothing that is refused', async () => {
    const metadata = JSON.parse((await get('/.well-known/oauth-authorization-server')).text);
    const url = (path: string) => `${platform.oauthUrl}/oauth/${path}`;
    expect(metadata).toEqual({
      issuer: platform.oauthUrl,
      authorization_endpoint: url('authorize'),
      token_endpoint: url('token'),
      revocation_endpoint: url('revoke'),
      introspection_endpoint: url('introspect'),
      pushed_authorization_request_endpoint: url('par'),
      jwks_uri: url('jwks'),
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      scopes_supported: ['offline_access'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      dpop_signing_alg_values_supported: expect.arrayContaining(['ES256']),
      authorization_response_iss_parameter_supported: true,
    });
  });

  // ID tokens and what is told of a user by OpenID Connect are not issued here.
  it.each(['/.well-known/openid-configuration', '/.well-known/OpenID-Configuration/', '/me'])(
    '404: there is no %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describe('a refused authorization request', () => {
  const refused = [
    ['of an unknown client', { client_id: 'unknown' }, 'invalid_client'],
    ['with another redirect URI', { redirect_uri: 'https://a.example' }, 'invalid_redirect_uri'],
  ] as const;

  it.each(refused)('400 %s: JSON, where that is asked for', async (_name, changes, error) => {
    const { pathname, search } = new URL(authorizeAddress(platform, app, changes));
    const answer = await get(pathname + search, { accept: 'application/json' });
    expect([answer.status, answer.headers['content-type']]).toEqual([
      400,
      'application/json; charset=utf-8',
    ]);
    expect(JSON.parse(answer.text)).toMatchObject({ error });
  });

  it.each(refused)('400 %s: a page for people', async (_name, changes, error) => {
    const { pathname, search } = new URL(authorizeAddress(platform, app, changes));
    for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*']) {
      const answer = await get(pathname + search, { accept });
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.text).toContain(error);
    }
  });
});
