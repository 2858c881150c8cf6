import type { LoadRequest } from '@app-platform/testing/load/load';
import type { Side, Work } from './measure.ts';

/** The most refresh tokens that are in use at once, so that no connection waits for one. */
const REFRESH_CHAINS = 64;
/** The most codes that a window uses; it ends early without any left. */
const CODES_PER_SECOND = 1_500;

/** An authorization server, with the clients that this work uses. */
export type TokenService = {
  side: Side;
  clientIds: string[];
  clientSecret: string;
  redirectUri: string;
  /** Unused codes or refresh tokens, one for each client id. */
  newCredentials(
    kind: 'AuthorizationCode' | 'RefreshToken',
    clientIds: string[],
  ): Promise<string[]>;
};

type Credential = { id: string; clientId: string };

/** Refreshes: each answer's refresh token is used after those of all other chains. */
export function refreshing(service: TokenService): Work {
  const chains: Credential[] = [];
  const prepare = async () => {
    const missing = Math.max(REFRESH_CHAINS, service.clientIds.length) - chains.length;
    // Refused tokens would leave too few.
    if (missing > REFRESH_CHAINS / 2) {
      chains.push(...(await credentials(service, 'RefreshToken', missing)));
    }
  };
  const next = () => {
    const chain = chains.shift();
    if (!chain) throw new Error('All refresh tokens are in use.');
    const { id, clientId } = chain;
    const fields = { grant_type: 'refresh_token', refresh_token: id };
    return tokenRequest(service, clientId, fields, (refreshToken) => {
      if (refreshToken === id) throw new Error('The refresh token was not rotated.');
      chains.push({ id: refreshToken, clientId });
    });
  };
  return { side: service.side, prepare, next };
}

export function exchanging(service: TokenService): Work {
  const codes: Credential[] = [];
  const prepare = async (seconds: number) => {
    const missing = Math.max(Math.ceil(CODES_PER_SECOND * seconds) - codes.length, 0);
    if (missing > 0) codes.push(...(await credentials(service, 'AuthorizationCode', missing)));
  };
  const next = () => {
    const code = codes.shift();
    if (!code) return undefined;
    const { redirectUri } = service;
    const fields = { grant_type: 'authorization_code', code: code.id, redirect_uri: redirectUri };
    return tokenRequest(service, code.clientId, fields);
  };
  return { side: service.side, prepare, next };
}

async function credentials(
  { clientIds, newCredentials }: TokenService,
  kind: 'AuthorizationCode' | 'RefreshToken',
  count: number,
): Promise<Credential[]> {
  const owners = Array.from(
    { length: count },
    (_, index) => clientIds[index % clientIds.length] as string,
  );
  const ids = await newCredentials(kind, owners);
  return owners.map((clientId, index) => ({ id: ids[index] as string, clientId }));
}

function tokenRequest(
  { clientSecret }: TokenService,
  clientId: string,
  fields: Record<string, string>,
  onRefreshToken?: (refreshToken: string) => void,
): LoadRequest {
  const parameters = { client_id: clientId, client_secret: clientSecret, ...fields };
  return {
    method: 'POST',
    path: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(parameters).toString(),
    status: 200,
    onAnswer: (body) => {
      const { access_token: accessToken, refresh_token: refreshToken } = JSON.parse(body);
      if (!accessToken || !refreshToken) throw new Error(`There is a token missing: ${body}`);
      onRefreshToken?.(refreshToken);
    },
  };
}
