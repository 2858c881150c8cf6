import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { Browser } from './browser.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from './external-app.ts';
import { type Platform, startPlatform } from './platform.ts';

const SCOPE = 'org.permission.customer offline_access';
let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

async function installedApp(): Promise<void> {
  app = await newExternalApp(platform);
  await app.install();
}

/** What a user does in the browser that a client opens. @returns where it ends */
async function userAllows(address: URL): Promise<URL> {
  const browser = new Browser();
  const signIn = await browser.open(address.href, platform.oauthUrl);
  const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  return (await browser.submit(consent, { decision: 'allow' })).url;
}

describe('oauth4webapi', () => {
  // The test's issuer has no certificate; nothing else of the library's checks is off.
  const plainHttp = { [oauth.allowInsecureRequests]: true };
  const discover = async () => {
    const issuer = new URL(platform.oauthUrl);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plainHttp });
    return oauth.processDiscoveryResponse(issuer, found);
  };

  it.each([
    ['secret in the body', oauth.ClientSecretPost],
    ['secret in the header', oauth.ClientSecretBasic],
  ])('discovers, authorizes with PKCE, exchanges and refreshes: %s', async (_name, method) => {
    await installedApp();
    const server = await discover();
    const client = { client_id: app.clientId };
    const authentication = method(app.clientSecret);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const address = new URL(server.authorization_endpoint ?? '');
    address.search = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      response_type: 'code',
      scope: SCOPE,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const arrived = oauth.validateAuthResponse(server, client, await userAllows(address), state);
    const exchanged = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        arrived,
        app.redirectUri,
        verifier,
        plainHttp,
      ),
    );
    expect(exchanged).toMatchObject({ token_type: 'bearer', expires_in: 86_400, scope: SCOPE });
    const token = exchanged.refresh_token ?? '';
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authentication, token, plainHttp),
    );
    expect(refreshed.access_token).not.toBe(exchanged.access_token);
    expect(refreshed.refresh_token).not.toBe(token);
  });

  it('a response of another issuer, or none, is refused by what the metadata promises', async () => {
    const server = await discover();
    const client = { client_id: 'any' };
    for (const query of ['code=x&state=s', 'code=x&state=s&iss=https://evil.example']) {
      const address = new URL(`https://app.example.com/callback?${query}`);
      expect(() => oauth.validateAuthResponse(server, client, address, 's')).toThrow(/iss/);
    }
  });
});

describe('openid-client', () => {
  const discover = () =>
    openid.discovery(
      new URL(platform.oauthUrl),
      app.clientId,
      undefined,
      openid.ClientSecretPost(app.clientSecret),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );

  it('discovers, authorizes with PKCE, exchanges and refreshes', async () => {
    await installedApp();
    const client = await discover();
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const address = openid.buildAuthorizationUrl(client, {
      redirect_uri: app.redirectUri,
      scope: SCOPE,
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const tokens = await openid.authorizationCodeGrant(client, await userAllows(address), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 86_400, scope: SCOPE });
    const refreshed = await openid.refreshTokenGrant(client, tokens.refresh_token ?? '');
    expect(refreshed.access_token).not.toBe(tokens.access_token);
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    await app.uninstall();
    const refused = openid.refreshTokenGrant(client, refreshed.refresh_token ?? '');
    await expect(refused).rejects.toMatchObject({ status: 400, error: 'invalid_client' });
  });
});
