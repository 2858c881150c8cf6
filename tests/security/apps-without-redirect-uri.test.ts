import { FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authorizeAddress,
  postToken,
  refreshGrant,
  registerApp,
} from '../platform/authorization-request.ts';
import { authorizedApp } from '../platform/authorized-app.ts';
import type { ExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const placeholder = 'https://no-redirect-uri-is-registered.invalid/';

let platform: Platform;
let app: ExternalApp;
let refreshToken: unknown;

beforeAll(async () => {
  platform = await startPlatform();
  const authorized = await authorizedApp(platform);
  app = authorized.app;
  refreshToken = authorized.tokens.refresh_token;
  await registerApp(platform, app, { app: app.name, version: '0.0.2', redirectUris: [] });
  await app.install();
});
afterAll(() => platform.close());

describe('an app without redirect URIs', () => {
  it.each([
    ['any address', 'https://app.example.com/callback'],
    ['the address that stood for none', placeholder],
  ])('400: has no code sent to %s', async (_name, redirectUri) => {
    const address = authorizeAddress(platform, app, { redirect_uri: redirectUri });
    const answer = await new HostileBrowser().send(address);
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.text).toContain('invalid_redirect_uri');
    expect(answer.text).toContain('has no redirect URI');
  });

  it('400: has no authorization request pushed', async () => {
    const { clientId, clientSecret } = app;
    const answer = await new HostileBrowser().send(`${platform.oauthUrl}/oauth/par`, {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        response_type: 'code',
        redirect_uri: placeholder,
        scope: 'org.permission.customer',
      }).toString(),
    });
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, 'invalid_request']);
  });

  it('200: still refreshes the tokens that it has, on the fast path and by oidc-provider', async () => {
    const first = await postToken(platform, refreshGrant(app, refreshToken));
    const grant = refreshGrant(app, first.body.refresh_token);
    const second = await postToken(platform, { ...grant, unknown: 'x' });
    expect([first.status, second.status]).toEqual([200, 200]);
  });
});
