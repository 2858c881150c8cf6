import type { Answer } from './http-connection.ts';
import { type Exchange, formRequest } from './http-load.ts';
import type { TokenService } from './token-service.ts';

const ACCESS_TOKEN_SECONDS = 86_400;

export type Tokens = { accessToken: string; refreshToken: string };

/** A code's exchange. @param issued told what it was exchanged for */
export function codeExchange(
  { app }: TokenService,
  code: string,
  issued: (tokens: Tokens) => void,
): Exchange {
  const fields = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri };
  return tokenRequest(app, fields, issued);
}

/** A refresh token's use. @param issued told what it was exchanged for */
export function refresh(
  { app }: TokenService,
  refreshToken: string,
  issued: (tokens: Tokens) => void,
): Exchange {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return tokenRequest(app, fields, issued);
}

function tokenRequest(
  { clientId, clientSecret }: TokenService['app'],
  fields: Record<string, string>,
  issued: (tokens: Tokens) => void,
): Exchange {
  return {
    request: formRequest('/oauth/token', {
      client_id: clientId,
      client_secret: clientSecret,
      ...fields,
    }),
    isAnswered: (answer) => {
      const tokens = tokensOf(answer);
      if (!tokens || tokens.refreshToken === fields.refresh_token) return false;
      issued(tokens);
      return true;
    },
  };
}

function tokensOf({ status, body }: Answer): Tokens | undefined {
  if (status !== 200) return undefined;
  const { access_token, refresh_token, expires_in } = JSON.parse(body.toString());
  if (expires_in !== ACCESS_TOKEN_SECONDS) return undefined;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return undefined;
  return { accessToken: access_token, refreshToken: refresh_token };
}
