/**
 * oidc-provider with as little around it as possible: static clients, opaque access tokens, and
 * records in memory or one prepared `pg` statement for each adapter call.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider';
import { mapAdapter } from './map-adapter.ts';
import { pgAdapter } from './pg-adapter.ts';

export type BareOidcProviderSetup = {
  clientIds: string[];
  clientSecret: string;
  redirectUri: string;
  audience: string;
  scope: string;
  /** Without it, records are kept in memory. */
  databaseUrl?: string;
};

/** What the benchmark asks for besides tokens, by POST to `/credentials`. */
export type CredentialsOrder = {
  kind: 'AuthorizationCode' | 'RefreshToken';
  /** One for each. */
  clientIds: string[];
};

const ACCESS_TOKEN_SECONDS = 86_400;
const CODE_SECONDS = 600;
const HUNDRED_YEARS_SECONDS = 100 * 365 * 86_400;

const setup = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareOidcProviderSetup & {
  port: number;
};
const { audience, scope, redirectUri, databaseUrl, port } = setup;

const { privateKey } = await generateKeyPair('ES256', { extractable: true });

const configuration: Configuration = {
  adapter: databaseUrl ? await pgAdapter(databaseUrl) : mapAdapter(),
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }] },
  clients: setup.clientIds.map(
    (id): ClientMetadata => ({
      client_id: id,
      client_secret: setup.clientSecret,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'ES256',
    }),
  ),
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
        accessTokenFormat: 'opaque',
      }),
    },
  },
  responseTypes: ['code'],
  scopes: ['offline_access'],
  pkce: { required: () => false },
  rotateRefreshToken: true,
  issueRefreshToken: () => true,
  expiresWithSession: () => false,
  cookies: { keys: ['bench'] },
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  ttl: {
    AccessToken: ACCESS_TOKEN_SECONDS,
    AuthorizationCode: CODE_SECONDS,
    Grant: HUNDRED_YEARS_SECONDS,
    RefreshToken: HUNDRED_YEARS_SECONDS,
  },
};

const provider = new Provider(`http://127.0.0.1:${port}`, configuration);

/** A code or a refresh token with a grant of its own, as if a user had just consented. */
async function newCredential(kind: CredentialsOrder['kind'], clientId: string): Promise<string> {
  const accountId = `user-of-${clientId}`;
  const grant = new provider.Grant({ accountId, clientId });
  grant.addResourceScope(audience, scope);
  grant.addOIDCScope('offline_access');
  const grantId = await grant.save();
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error(`There is no client ${clientId}.`);
  const common = { client, grantId, accountId, scope, resource: audience };
  const gty = 'authorization_code';
  const credential =
    kind === 'RefreshToken'
      ? new provider.RefreshToken({ ...common, gty, rotations: 0 })
      : new provider.AuthorizationCode({ ...common, gty, redirectUri });
  return credential.save();
}

async function answerOrder(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { kind, clientIds } = JSON.parse(await text(request)) as CredentialsOrder;
  const credentials: string[] = [];
  for (const clientId of clientIds) credentials.push(await newCredential(kind, clientId));
  response.end(JSON.stringify(credentials));
}

const answer = provider.callback();
createServer((request, response) => {
  if (request.url === '/credentials') void answerOrder(request, response);
  else void answer(request, response);
}).listen(port, '127.0.0.1');
