/**
 * The baseline of token requests: oidc-provider as it comes, with a static client and the same kind
 * of tokens. Its adapter keeps a plain map, or writes each call as one statement.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AccessTokenClaims } from '@app-platform/contracts';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { leanMapAdapter } from './lean-map-adapter.ts';
import { sqlAdapter } from './sql-adapter.ts';

/** What the benchmark sends first; the answer is the port. */
export type BareProviderSetup = {
  audience: string;
  scope: string;
  organizationId: string;
  client: { id: string; secret: string; redirectUri: string };
  /** Of an empty database; without it records are kept in a map. */
  databaseUrl?: string;
};

/** How many authorization codes it is asked for after that; the answer are they. */
export type CodesOrder = { codes: number };

const ACCESS_TOKEN_SECONDS = 86_400;
const HUNDRED_YEARS_SECONDS = 100 * 365 * 86_400;
const INSTALLED_AT_MILLISECONDS = Date.now();
const ACCOUNT_ID = '6f0e2a5c-6a4e-4c1c-9d5b-1f0a7c1b2d3e';

async function configuration(setup: BareProviderSetup): Promise<Configuration> {
  const { audience, scope, organizationId, client, databaseUrl } = setup;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' };
  return {
    adapter: databaseUrl ? await sqlAdapter(databaseUrl) : leanMapAdapter(),
    jwks: { keys: [jwk] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    routes: { token: '/oauth/token' },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope,
          audience,
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    responseTypes: ['code'],
    scopes: ['offline_access'],
    pkce: { required: () => false },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    cookies: { keys: ['bench'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    extraTokenClaims: (_context, token): AccessTokenClaims => ({
      org: organizationId,
      gid: digestOf('grantId' in token ? String(token.grantId) : ''),
      ins: INSTALLED_AT_MILLISECONDS,
    }),
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: 60,
      Grant: HUNDRED_YEARS_SECONDS,
      RefreshToken: HUNDRED_YEARS_SECONDS,
    },
  };
}

function digestOf(grantId: string): string {
  return createHash('sha256').update(grantId).digest('base64url');
}

/** A code, on a grant of its own, as an authorization would have made it. */
async function newCode(
  provider: Provider,
  { audience, scope, client: { id, redirectUri } }: BareProviderSetup,
): Promise<string> {
  const grant = new provider.Grant({ accountId: ACCOUNT_ID, clientId: id });
  grant.addResourceScope(audience, scope);
  grant.addOIDCScope('offline_access');
  const grantId = await grant.save();
  const client = await provider.Client.find(id);
  if (!client) throw new Error('the static client is missing');
  const code = new provider.AuthorizationCode({
    ...{ client, grantId, scope, redirectUri },
    accountId: ACCOUNT_ID,
    resource: audience,
    gty: 'authorization_code',
  });
  return code.save();
}

async function serve(setup: BareProviderSetup): Promise<void> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const provider = new Provider(`http://127.0.0.1:${port}`, await configuration(setup));
  server.on('request', provider.callback());
  process.on('message', async (order: CodesOrder) => {
    const codes: string[] = [];
    while (codes.length < order.codes) codes.push(await newCode(provider, setup));
    process.send?.({ codes });
  });
  process.send?.({ port });
}

process.once('message', (message) => void serve(message as BareProviderSetup));
// Nobody is left to serve.
process.on('disconnect', () => process.exit());
