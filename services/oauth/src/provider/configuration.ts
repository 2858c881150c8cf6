import type { AccessTokenClaims } from '@app-platform/contracts';
import type { Clock } from '@app-platform/service-kit';
import type { Adapter, Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { AccountStore } from '../accounts/account-store.ts';
import type { ConsentStore } from '../grants/consent-store.ts';
import { GrantAdapter } from '../grants/grant-adapter.ts';
import { grantDigest } from '../grants/grant-digest.ts';
import type { RevocationStore } from '../grants/revocation-store.ts';
import type { SigningKey } from '../keys/signing-keys.ts';
import { DurableAdapter } from '../storage/durable-adapter.ts';
import { EphemeralAdapter } from '../storage/ephemeral-adapter.ts';
import type { EphemeralStore } from '../storage/ephemeral-store.ts';
import type { DurableKind, ProviderRecordStore } from '../storage/provider-record-store.ts';
import type { RefreshGrace } from '../storage/refresh-grace.ts';
import { ACCESS_TOKEN_SECONDS } from './access-token-lifetime.ts';
import type { ClientAdapter } from './client-adapter.ts';
import { renderProviderError } from './error-page.ts';
import { accountOf, platformAccount } from './platform-account.ts';
import { grantOf } from './remembered-consent.ts';
import { resourceServer } from './resource-server.ts';
import { checkResponseMode } from './response-mode.ts';
import { checkScope, OFFLINE_ACCESS } from './scopes.ts';

/** "Never by age alone" has to be a number. */
const HUNDRED_YEARS_SECONDS = 100 * 365 * 86_400;
const DURABLE: readonly string[] = ['AuthorizationCode', 'Grant', 'RefreshToken'];

const ttl = {
  AccessToken: ACCESS_TOKEN_SECONDS,
  AuthorizationCode: 60,
  Grant: HUNDRED_YEARS_SECONDS,
  RefreshToken: HUNDRED_YEARS_SECONDS,
  Interaction: 3_600,
  Session: 14 * 86_400,
};

const routes = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  jwks: '/oauth/jwks',
  pushed_authorization_request: '/oauth/par',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
};

export type ProviderDependencies = {
  /** What access tokens are for: the registry's public address. */
  audience: string;
  accounts: AccountStore;
  consents: ConsentStore;
  revocations: RevocationStore;
  clients: ClientAdapter;
  records: ProviderRecordStore;
  ephemeral: EphemeralStore;
  grace: RefreshGrace;
  clock: Clock;
  /** The one that signs first. */
  signingKeys: readonly [SigningKey, ...SigningKey[]];
  /** Signs cookies. */
  cookieKey: string;
};

/** oidc-provider's configuration, each choice with its reason in the file that it comes from. */
export function providerConfiguration(dependencies: ProviderDependencies): Configuration {
  const { audience, clients, consents, signingKeys } = dependencies;
  return {
    adapter: (kind: string): Adapter => adapterFor(kind, dependencies),
    jwks: { keys: signingKeys.map(({ privateJwk }) => privateJwk) },
    routes,
    features: {
      devInteractions: { enabled: false },
      // Its pages need script, which our policy forbids; /account/apps signs out.
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      revocation: { enabled: true, allowedPolicy: ownTokensOnly },
      introspection: { enabled: true, allowedPolicy: ownTokensOnly },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (context) => resourceServer(context, audience, signingKeys[0]),
      },
    },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    responseTypes: ['code'],
    // The specification requires it, at both endpoints.
    allowOmittingSingleRegisteredRedirectUri: false,
    discovery: { response_modes_supported: ['query'] },
    scopes: [OFFLINE_ACCESS],
    extraParams: { scope: checkScope, response_mode: checkResponseMode },
    // S256 is the only method; a client that cannot keep a secret must use it.
    pkce: { required: (_context, client) => client.clientAuthMethod === 'none' },
    rotateRefreshToken: true,
    issueRefreshToken: async (_context, _client, code) => code.scopes.has(OFFLINE_ACCESS),
    expiresWithSession: () => false,
    ttl,
    cookies: {
      keys: [dependencies.cookieKey],
      names: { interaction: 'interaction', resume: 'interaction_resume', session: 'session' },
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: (context) => grantOf(context, consents, audience),
    findAccount: (context, id, token) => findAccount(context, id, token, dependencies),
    extraTokenClaims,
    renderError: renderProviderError(clients),
  };
}

/** @throws InvalidClient where the account's organization has not installed the app */
async function findAccount(
  { oidc }: KoaContextWithOIDC,
  id: string,
  token: object | undefined,
  { accounts, clients }: ProviderDependencies,
) {
  const account = await accounts.find(id);
  if (!account) return undefined;
  const clientId = oidc.client?.clientId;
  if (!clientId) return platformAccount(account, undefined);
  const installedSince = await clients.installedSince(clientId, account.organizationId);
  const { iat, iiat = iat }: { iat?: number; iiat?: number } = token ?? {};
  // A code or refresh token from before is of an installation that has ended since.
  const isOfEarlier = iiat !== undefined && (iiat + 1) * 1000 <= installedSince.getTime();
  return isOfEarlier ? undefined : platformAccount(account, installedSince);
}

/** A client is told of its own tokens alone. */
function ownTokensOnly(
  _context: unknown,
  client: { clientId: string },
  token: { clientId?: string | undefined },
): boolean {
  return token.clientId === client.clientId;
}

/** What access tokens carry beyond RFC 9068. */
function extraTokenClaims({ oidc }: KoaContextWithOIDC, token: object) {
  const account = accountOf(oidc.account);
  const grantId = 'grantId' in token ? String(token.grantId) : undefined;
  if (!account || !grantId) return undefined;
  const claims: AccessTokenClaims = { org: account.organizationId, gid: grantDigest(grantId) };
  return claims;
}

function adapterFor(kind: string, dependencies: ProviderDependencies): Adapter {
  const { clients, records, grace, clock, ephemeral } = dependencies;
  if (kind === 'Client') return clients;
  if (kind === 'Grant') return new GrantAdapter(dependencies.revocations, records, grace, clock);
  return DURABLE.includes(kind)
    ? new DurableAdapter(kind as DurableKind, records, grace, clock)
    : new EphemeralAdapter(kind, ephemeral);
}
