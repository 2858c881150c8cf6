import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import {
  arrivedAt,
  authorize,
  authorizeAddress,
  installPublicClient,
} from './authorization-request.ts';
import { HostileBrowser } from './hostile-browser.ts';

let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
  app = await newExternalApp(platform);
  await app.install();
});
afterAll(() => platform.close());

describe('mix-up: every authorization response names its issuer', () => {
  it('one with a code, and the state as it was sent', async () => {
    const state = 'a+b&iss=https://evil.example';
    const arrived = await authorize(platform, app, { state });
    expect(arrived.getAll('iss')).toEqual([platform.oauthUrl]);
    expect(arrived.getAll('state')).toEqual([state]);
    expect(arrived.getAll('code')).toEqual([expect.stringMatching(/^[\w-]{20,}$/)]);
  });

  it('one with an error', async () => {
    const address = authorizeAddress(platform, app, { scope: 'unheard-of' });
    const arrived = arrivedAt(app.redirectUri, await new HostileBrowser().open(address));
    expect(arrived.get('error')).toBe('invalid_scope');
    expect(arrived.getAll('iss')).toEqual([platform.oauthUrl]);
  });

  it('one with a refusal', async () => {
    const browser = new HostileBrowser();
    const address = authorizeAddress(platform, app, { scope: 'org.permission.conversation' });
    const signIn = await browser.open(address);
    const asked = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const arrived = arrivedAt(app.redirectUri, await browser.submit(asked, { decision: 'deny' }));
    expect(arrived.get('error')).toBe('access_denied');
    expect(arrived.getAll('iss')).toEqual([platform.oauthUrl]);
  });

  it('whatever issuer the request asks for', async () => {
    const address = authorizeAddress(platform, app, {
      scope: 'unheard-of',
      iss: 'https://evil.example',
      issuer: 'https://evil.example',
    });
    const arrived = arrivedAt(app.redirectUri, await new HostileBrowser().open(address));
    expect(arrived.getAll('iss')).toEqual([platform.oauthUrl]);
  });

  it('also where the redirect URI itself has parameters of those names', async () => {
    const redirectUri = 'https://app.example.com/callback?iss=https://evil.example&code=evil';
    const client = await installPublicClient(platform, app, { redirectUris: [redirectUri] });
    const address = authorizeAddress(platform, client, {
      redirect_uri: redirectUri,
      scope: 'unheard-of',
    });
    const arrived = arrivedAt(app.redirectUri, await new HostileBrowser().open(address));
    expect(arrived.getAll('iss')).toEqual([platform.oauthUrl]);
  });

  it('which the metadata promises, with the issuer that it was asked of', async () => {
    const address = `${platform.oauthUrl}/.well-known/oauth-authorization-server`;
    const metadata = JSON.parse((await new HostileBrowser().send(address)).text);
    expect(metadata.issuer).toBe(platform.oauthUrl);
    expect(metadata.authorization_response_iss_parameter_supported).toBe(true);
  });
});
