import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import type { ExternalApp } from '../platform/external-app.ts';

type Tokens = { access_token: string; refresh_token?: string } & Record<string, unknown>;

/** How an external app speaks to the OAuth service: with a library, or with none. */
type AppClient = {
  /** The address that the app sends the browser to. */
  begin(scopes: string[]): Promise<URL>;
  /** @param arrived the address that the browser came back to */
  exchange(arrived: URL): Promise<Tokens>;
  /** Fails with the `status` and the `error` of a refusal. */
  refresh(refreshToken: string): Promise<Tokens>;
};

export type MakeClient = (oauthUrl: string, app: ExternalApp) => Promise<AppClient>;

/** Posts and addresses exactly as the specification's tables have them, and nothing else. */
export const plainPosts: MakeClient = async (oauthUrl, app) => {
  const state = 'any string';
  const [id, secret, uri] = [app.clientId, app.clientSecret, app.redirectUri].map(
    encodeURIComponent,
  );
  const post = async (body: string): Promise<Tokens> => {
    const response = await fetch(`${oauthUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    const answer = (await response.json()) as Tokens;
    if (response.ok) return answer;
    throw Object.assign(new Error('refused'), { status: response.status, ...answer });
  };
  return {
    begin: async (scopes) => {
      const query = `client_id=${id}&redirect_uri=${uri}&response_type=code&scope=${scopes.join('+')}`;
      return new URL(`${oauthUrl}/oauth/authorize?${query}&state=${encodeURIComponent(state)}`);
    },
    exchange: (arrived) => {
      if (arrived.searchParams.get('state') !== state) throw new Error(`no state: ${arrived}`);
      const code = arrived.searchParams.get('code');
      return post(
        `grant_type=authorization_code&code=${code}&client_id=${id}&client_secret=${secret}&redirect_uri=${uri}`,
      );
    },
    refresh: (token) =>
      post(
        `grant_type=refresh_token&refresh_token=${token}&client_id=${id}&client_secret=${secret}`,
      ),
  };
};

// The tests' issuer has no certificate; nothing else of a library's checks is off.
const plainHttp = { [oauth.allowInsecureRequests]: true };

export async function discover(oauthUrl: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(oauthUrl);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...plainHttp });
  return oauth.processDiscoveryResponse(issuer, found);
}

/** @param method how the client shows its secret */
export function oauth4webapi(method: (secret: string) => oauth.ClientAuth): MakeClient {
  return async (oauthUrl, app) => {
    const server = await discover(oauthUrl);
    const client = { client_id: app.clientId };
    const authentication = method(app.clientSecret);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const uri = app.redirectUri;
    return {
      begin: async (scopes) => {
        const address = new URL(server.authorization_endpoint ?? '');
        address.search = new URLSearchParams({
          client_id: app.clientId,
          redirect_uri: uri,
          response_type: 'code',
          scope: scopes.join(' '),
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }).toString();
        return address;
      },
      exchange: async (address) => {
        const arrived = oauth.validateAuthResponse(server, client, address, state);
        const { authorizationCodeGrantRequest: send } = oauth;
        const answer = send(server, client, authentication, arrived, uri, verifier, plainHttp);
        return oauth.processAuthorizationCodeResponse(server, client, await answer);
      },
      refresh: async (token) => {
        const { refreshTokenGrantRequest: send } = oauth;
        const answer = send(server, client, authentication, token, plainHttp);
        return oauth.processRefreshTokenResponse(server, client, await answer);
      },
    };
  };
}

export const openidClient: MakeClient = async (oauthUrl, app) => {
  const client = await openid.discovery(
    new URL(oauthUrl),
    app.clientId,
    undefined,
    openid.ClientSecretPost(app.clientSecret),
    { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
  );
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  return {
    begin: async (scopes) =>
      openid.buildAuthorizationUrl(client, {
        redirect_uri: app.redirectUri,
        scope: scopes.join(' '),
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    exchange: (arrived) => {
      const checks = { pkceCodeVerifier: verifier, expectedState: state };
      return openid.authorizationCodeGrant(client, arrived, checks);
    },
    refresh: (token) => openid.refreshTokenGrant(client, token),
  };
};
