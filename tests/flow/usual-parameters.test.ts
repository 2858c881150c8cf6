import { FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  arrivedAt,
  authorize,
  authorizeAddress,
  codeGrant,
  newColleague,
  postToken,
  refreshGrant,
} from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

const GRANTED = 'org.permission.customer';
/** The colleague has `org.permission` alone. */
const NOT_HELD = 'org.admin.apps';

let platform: Platform;
let app: ExternalApp;
let colleague: string;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
  colleague = await newColleague(platform, app);
});
afterAll(() => platform.close());

async function tokensOf(changes: Record<string, string> = {}, user: ExternalApp = app) {
  const answer = await authorize(platform, user, changes);
  return (await postToken(platform, codeGrant(app, answer.get('code')))).body;
}

describe('an authorization request as clients send it', () => {
  it.each([
    ['nonce', 'n-0S6_WzA2Mj'],
    ['acr_values', '1'],
    ['claims_locales', 'en'],
  ])('ignores %s, which belongs to OpenID Connect', async (name, value) => {
    expect((await authorize(platform, app, { [name]: value })).get('code')).toBeTruthy();
  });

  it('prompt=none with max_age=0 is login_required at the app, without and with a session', async () => {
    const browser = new HostileBrowser();
    const silent = { prompt: 'none', max_age: '0' };
    const address = authorizeAddress(platform, app, silent);
    for (const signedIn of [false, true]) {
      if (signedIn) await authorize(platform, app, {}, browser);
      const answer = await browser.open(address);
      expect(answer.location).toContain(`${app.redirectUri}?`);
      expect(arrivedAt(app.redirectUri, answer).get('error')).toBe('login_required');
    }
  });

  it('login_hint fills the field of the sign-in page', async () => {
    const address = authorizeAddress(platform, app, { login_hint: 'ada"@example.com' });
    const { text } = await new HostileBrowser().open(address);
    expect(text).toContain('value="ada&quot;@example.com"');
  });

  it('two spaces in scope are one', async () => {
    const { scope } = await tokensOf({ scope: `${GRANTED}  offline_access` });
    expect(scope).toBe(`${GRANTED} offline_access`);
  });

  it("resource is the registry's address, with and without a slash, at both endpoints", async () => {
    for (const resource of [platform.baseUrl, `${platform.baseUrl}/`]) {
      const answer = await authorize(platform, app, { resource });
      const exchanged = await postToken(platform, {
        ...codeGrant(app, answer.get('code')),
        resource,
      });
      expect([exchanged.status, exchanged.body]).toEqual([200, expect.anything()]);
      const grant = refreshGrant(app, exchanged.body.refresh_token);
      const refreshed = await postToken(platform, { ...grant, resource });
      expect(refreshed.status).toBe(200);
      const authorization = `Bearer ${refreshed.body.access_token}`;
      const me = await fetch(`${platform.baseUrl}/v1/me`, { headers: { authorization } });
      expect(me.status).toBe(200);
    }
  });

  it('another resource is invalid_target still', async () => {
    const { refresh_token } = await tokensOf();
    const grant = { ...refreshGrant(app, refresh_token), resource: `${platform.baseUrl}/v1` };
    expect((await postToken(platform, grant)).body.error).toBe('invalid_target');
  });
});

describe('a refresh that names scopes', () => {
  const asked = `${GRANTED} ${NOT_HELD} offline_access`;
  const refreshWith = async (scope: string) => {
    const { refresh_token } = await tokensOf({ scope: asked }, { ...app, email: colleague });
    return (await postToken(platform, { ...refreshGrant(app, refresh_token), scope })).body;
  };

  it('gets what was granted of those that were first asked for', async () => {
    expect(await refreshWith(asked)).toMatchObject({ scope: `${GRANTED} offline_access` });
    expect(await refreshWith(`${NOT_HELD}  ${GRANTED}`)).toMatchObject({ scope: GRANTED });
  });

  it('is invalid_scope for one that was never asked for, and for none that was granted', async () => {
    expect((await refreshWith(`${GRANTED} org.permission.other`)).error).toBe('invalid_scope');
    expect((await refreshWith(NOT_HELD)).error).toBe('invalid_scope');
  });
});

describe('the address of an endpoint', () => {
  it('may end in a slash', async () => {
    const answer = await authorize(platform, app);
    const sent = { method: 'POST', headers: FORM };
    const body = new URLSearchParams(codeGrant(app, answer.get('code'))).toString();
    const browser = new HostileBrowser();
    const token = await browser.send(`${platform.oauthUrl}/oauth/token/`, { ...sent, body });
    expect(token.status).toBe(200);
    expect((await browser.send(`${platform.oauthUrl}/oauth/jwks/`)).status).toBe(200);
    const page = authorizeAddress(platform, app).replace('/authorize?', '/authorize/?');
    const { text } = await browser.open(page);
    expect(text).toContain('name="password"');
  });

  it.each([
    ['GET', '/oauth/token', 'POST'],
    ['GET', '/oauth/token/', 'POST'],
    ['PUT', '/oauth/revoke', 'POST'],
    ['GET', '/oauth/introspect', 'POST'],
    ['GET', '/oauth/par', 'POST'],
    ['DELETE', '/oauth/authorize', 'GET, HEAD, POST'],
    ['POST', '/oauth/jwks', 'GET, HEAD'],
    ['POST', '/.well-known/oauth-authorization-server', 'GET, HEAD'],
  ])('%s %s is 405 with the methods of it', async (method, path, allowed) => {
    const answer = await new HostileBrowser().send(platform.oauthUrl + path, { method });
    expect([answer.status, answer.headers.allow]).toEqual([405, allowed]);
    expect(JSON.parse(answer.text)).toEqual({
      error: 'invalid_request',
      error_description: `${method} is not supported here; ${allowed} is.`,
    });
  });
});

describe('a wrong client secret', () => {
  it.each(['/oauth/token', '/oauth/par', '/oauth/introspect', '/oauth/revoke'])(
    'is the reason at %s, also where the app is not installed',
    async (path) => {
      const uninstalled = await newExternalApp(platform);
      const ask = async (client_secret: string) => {
        const fields = { ...refreshGrant(uninstalled, 'x'), client_secret, token: 'x' };
        const sent = {
          method: 'POST',
          headers: FORM,
          body: new URLSearchParams(fields).toString(),
        };
        return new HostileBrowser().send(platform.oauthUrl + path, sent);
      };
      const wrong = await ask('wrong');
      expect([wrong.status, JSON.parse(wrong.text).error_description]).toEqual([
        401,
        'client authentication failed',
      ]);
      const right = await ask(uninstalled.clientSecret);
      expect([right.status, JSON.parse(right.text).error_description]).toEqual([
        400,
        'the app is not installed',
      ]);
    },
  );
});
