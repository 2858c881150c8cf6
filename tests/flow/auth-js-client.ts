import { Auth, type AuthConfig } from '@auth/core';
import type { MakeClient } from './app-clients.ts';

const ORIGIN = 'https://app.example.com';

/** An app whose pages use Auth.js, with its provider for any OAuth 2.0 server. */
export const authJs: MakeClient = async (oauthUrl, app) => {
  let tokens: Record<string, unknown> = {};
  const cookies = new Map<string, string>();
  const config: AuthConfig = {
    basePath: '/auth',
    trustHost: true,
    secret: 'a secret of the tests, 0123456789abcdef',
    providers: [providerOf(oauthUrl, app)],
    callbacks: {
      jwt: ({ token, account }) => {
        if (account) tokens = account;
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
};

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
    // The library asks for a user, of whom no endpoint tells an app.
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
