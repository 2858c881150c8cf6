import { Auth, type AuthConfig } from '@auth/core';
import type { MakeClient } from './app-clients.ts';

const ORIGIN = 'https://app.example.com';

/** An app whose pages use Auth.js, with its provider for any OAuth 2.0 server. */
export const authJs: MakeClient = (oauthUrl, app) => authJsWith(oauthUrl, app, providerOf);

/** The same with its provider for any server of OpenID Connect: `exchange` returns the ID token's claims too. */
export const authJsOpenId: MakeClient = (oauthUrl, app) => {
  return authJsWith(oauthUrl, app, openIdProviderOf);
};

async function authJsWith(
  oauthUrl: string,
  app: Parameters<MakeClient>[1],
  provider: typeof providerOf,
): ReturnType<MakeClient> {
  let tokens: Record<string, unknown> = {};
  const cookies = new Map<string, string>();
  const config: AuthConfig = {
    basePath: '/auth',
    trustHost: true,
    secret: 'a secret of the tests, 0123456789abcdef',
    providers: [provider(oauthUrl, app)],
    callbacks: {
      jwt: ({ token, account, profile }) => {
        if (account) tokens = { ...account, profile };
        return token;
      },
    },
    logger: { error: (error) => console.error(error) },
  };
  const visit = async (path: string | URL, body?: Record<string, string>): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = new Request(new URL(path, ORIGIN), {
      headers: { cookie },
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
    });
    const answer = await Auth(request, config);
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  return {
    begin: async (scopes) => {
      const { csrfToken } = await (await visit('/auth/csrf')).json();
      const query = new URLSearchParams({ scope: scopes.join(' ') });
      const answer = await visit(`/auth/signin/platform?${query}`, { csrfToken });
      return new URL(answer.headers.get('location') ?? '');
    },
    exchange: async (arrived) => {
      await visit(arrived);
      return tokens as { access_token: string };
    },
    refresh: (token) => refreshed(oauthUrl, app, token),
  };
}

function openIdProviderOf(
  oauthUrl: string,
  { clientId, clientSecret }: Parameters<MakeClient>[1],
): AuthConfig['providers'][0] {
  return {
    ...{ id: 'platform', name: 'The platform', type: 'oidc' },
    ...{ issuer: oauthUrl, clientId, clientSecret },
    checks: ['pkce', 'state', 'nonce'],
  };
}

function providerOf(oauthUrl: string, app: Parameters<MakeClient>[1]): AuthConfig['providers'][0] {
  return {
    id: 'platform',
    name: 'The platform',
    type: 'oauth',
    issuer: oauthUrl,
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    client: { token_endpoint_auth_method: 'client_secret_post' },
    checks: ['pkce', 'state'],
    authorization: `${oauthUrl}/oauth/authorize`,
    token: `${oauthUrl}/oauth/token`,
    // Without the scope openid no endpoint tells an app of its user, for whom the library asks.
    userinfo: { url: `${oauthUrl}/none`, request: async () => ({ id: 'a user' }) },
    profile: ({ id }) => ({ id }),
  };
}

/** As the library's guide to the rotation of refresh tokens has it: the library itself refreshes nothing. */
async function refreshed(oauthUrl: string, app: Parameters<MakeClient>[1], token: string) {
  const answer = await fetch(`${oauthUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: app.clientId,
      client_secret: app.clientSecret,
      grant_type: 'refresh_token',
      refresh_token: token,
    }),
  });
  const body = await answer.json();
  if (!answer.ok) throw Object.assign(new Error('refused'), { status: answer.status, ...body });
  return body;
}
