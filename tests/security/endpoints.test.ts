import { request } from 'node:http';
import { FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorize, codeGrant } from '../platform/authorization-request.ts';
import type { ExternalApp } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
});
afterAll(() => platform.close());

function post(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields).toString();
  const sent = { method: 'POST', headers: FORM, body };
  return new HostileBrowser().send(platform.oauthUrl + path, sent);
}

describe('an endpoint whose path is spelled otherwise', () => {
  // The transaction of a request and the count of refused credentials are chosen by path.
  it.each(['/OAUTH/TOKEN', '/oauth/Token', '/oauth/Token/', '/oauth/token//', '/oauth/%74oken'])(
    '%s is not there, and spends no code',
    async (path) => {
      const grant = codeGrant(app, (await authorize(platform, app)).get('code'));
      expect((await post(path, grant)).status).toBe(404);
      expect((await post('/oauth/token', grant)).status).toBe(200);
    },
  );

  it.each(['/oauth/REVOKE', '/oauth/revoke//', '/oauth/Introspect', '/oauth/PAR/'])(
    '%s is not there',
    async (path) => {
      const { clientId: client_id, clientSecret: client_secret } = app;
      expect((await post(path, { client_id, client_secret, token: 'x' })).status).toBe(404);
    },
  );

  it('metadata and keys are not there either', async () => {
    for (const path of ['/.well-known/OAuth-authorization-server', '/oauth/jwks//']) {
      expect((await new HostileBrowser().send(platform.oauthUrl + path)).status).toBe(404);
    }
  });
});

describe('an endpoint whose answer is for programs', () => {
  it.each(['/oauth/token', '/oauth/revoke', '/oauth/introspect', '/oauth/par'])(
    '%s refuses with JSON, whatever is accepted',
    async (path) => {
      const { status, headers, text } = await new HostileBrowser().send(platform.oauthUrl + path, {
        method: 'POST',
        headers: { ...FORM, accept: 'text/html' },
        body: 'client_id=unknown',
      });
      expect([status, headers['content-type']]).toEqual([400, 'application/json; charset=utf-8']);
      expect(JSON.parse(text)).toMatchObject({ error: 'invalid_client' });
    },
  );

  it('401 with a challenge, for an unknown client that shows its secret in a header', async () => {
    const authorization = `Basic ${Buffer.from('nobody:x').toString('base64')}`;
    for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect']) {
      const { status, headers, text } = await new HostileBrowser().send(platform.oauthUrl + path, {
        method: 'POST',
        headers: { ...FORM, authorization },
        body: 'grant_type=refresh_token&refresh_token=x&token=x',
      });
      expect([status, JSON.parse(text).error]).toEqual([401, 'invalid_client']);
      expect(headers['www-authenticate']).toMatch(/^Basic /);
    }
  });
});

/** Sends a request line unchanged: `fetch` would normalize it. */
function statusOf(serviceUrl: string, path: string, authorization = ''): Promise<number> {
  const { hostname: host, port } = new URL(serviceUrl);
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, path, headers: { authorization }, agent: false });
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    sent.on('error', reject).end();
  });
}

it.each(['', 'http://a.example', 'http://a:99999', 'http://['])(
  'both services serve a request line that begins with "%s"',
  async (begin) => {
    const { apiKey } = app;
    const { baseUrl, oauthUrl } = platform;
    expect(await statusOf(baseUrl, `${begin}/v1/me`, `Bearer ${apiKey}`)).toBe(200);
    const metadata = `${begin}/.well-known/oauth-authorization-server`;
    expect(await statusOf(oauthUrl, metadata)).toBe(200);
  },
);

const get = (path: string) => new HostileBrowser().send(platform.oauthUrl + path);

describe('a grant that is not supported', () => {
  it.each([
    ['password', { username: 'user@example.com', password: 'any' }],
    ['client_credentials', {}],
    ['implicit', {}],
    ['urn:ietf:params:oauth:grant-type:device_code', { device_code: 'any' }],
  ])('400 unsupported_grant_type: %s', async (grantType, more) => {
    const { clientId: client_id, clientSecret: client_secret } = app;
    const fields = { grant_type: grantType, client_id, client_secret, ...more };
    const { status, text } = await post('/oauth/token', fields);
    expect([status, JSON.parse(text).error]).toEqual([400, 'unsupported_grant_type']);
  });
});

describe('the metadata', () => {
  it('lists what is supported, and nothing that is refused', async () => {
    const metadata = JSON.parse((await get('/.well-known/oauth-authorization-server')).text);
    const url = (path: string) => `${platform.oauthUrl}/oauth/${path}`;
    expect(metadata).toEqual({
      issuer: platform.oauthUrl,
      authorization_endpoint: url('authorize'),
      token_endpoint: url('token'),
      revocation_endpoint: url('revoke'),
      introspection_endpoint: url('introspect'),
      pushed_authorization_request_endpoint: url('par'),
      userinfo_endpoint: url('userinfo'),
      end_session_endpoint: url('logout'),
      jwks_uri: url('jwks'),
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      scopes_supported: [
        ...['offline_access', 'openid', 'profile', 'email', 'org.admin.api_keys', 'org.admin.apps'],
        ...['org.admin.audit', 'org.admin.users', 'org.permission.apps'],
      ],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      claims_supported: [
        ...['iss', 'aud', 'exp', 'iat', 'nonce', 'at_hash', 'sub', 'org', 'auth_time'],
        ...['name', 'org_name', 'email', 'email_verified'],
      ],
      claims_parameter_supported: false,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      protected_resources: [platform.baseUrl, `${platform.baseUrl}/mcp`],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      dpop_signing_alg_values_supported: expect.arrayContaining(['ES256']),
      authorization_response_iss_parameter_supported: true,
    });
  });

  // oidc-provider's default path of user information, another spelling, and the pages of the device flow, which is
  // there for a command line alone.
  it.each(['/.well-known/OpenID-Configuration/', '/me', '/device', '/device/decision'])(
    '404: there is no %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
