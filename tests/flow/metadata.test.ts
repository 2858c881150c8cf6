import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HostileBrowser } from '../security/hostile-browser.ts';
import { type Platform, startPlatform } from './platform.ts';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const get = (path: string) => new HostileBrowser().send(platform.oauthUrl + path);

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
