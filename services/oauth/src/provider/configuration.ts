import {
  type AccessTokenClaims,
  dpopAlgorithms,
  isFirstPartyClient,
} from '@app-platform/contracts';
import type { Clock } from '@app-platform/runtime';
import {
  type Adapter,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  type ResourceServer,
} from 'oidc-provider';
import { grantDigest } from '../database/record-digest.ts';
import { cookieName } from '../endpoints/cookies.ts';
import { DEVICE_PATH, endpointPaths } from '../endpoints/endpoint-paths.ts';
import { revokeGrant, type SessionGrants } from '../grants/revoke-access.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { signingKeyAt } from '../keys/rotate-keys.ts';
import { SIGNING_ALGORITHM } from '../keys/signing-key-store.ts';
import type { RegistryClient } from '../registry-client/registry-client.ts';
import type { EphemeralStore } from '../storage/ephemeral-store.ts';
import type { DurableKind } from '../storage/provider-record-store.ts';
import type { RefreshTokens } from '../storage/refresh-tokens.ts';
import {
  DurableAdapter,
  EphemeralAdapter,
  type HasEnded,
  type IsSession,
  SessionAdapter,
} from './adapter.ts';
import { refuseOutsider } from './app-limits.ts';
import { type ClientAdapter, checkRedirectUri } from './client-adapter.ts';
import { isRegisteredOrigin } from './client-metadata.ts';
import { DeviceCodeAdapter, type DeviceCodes } from './device-codes.ts';
import { deviceFlow } from './device-flow.ts';
import { consentPolicy, type FirstPartyRedirectUris } from './first-party-clients.ts';
import { claimsOfScopes } from './identity-claims.ts';
import { lifetimesSeconds } from './lifetimes.ts';
import { accountOf, platformAccount, refusedFor, startSession } from './provider-account.ts';
import type { ProviderTransactions } from './provider-transactions.ts';
import { RefreshTokenAdapter } from './refresh-token-adapter.ts';
import { grantOf, type InstalledGrant } from './remembered-consent.ts';
import {
  checkKeyThumbprint,
  checkParameterLengths,
  checkResponseMode,
  restoreMaxAge,
} from './request-parameters.ts';
import { accessTokenSeconds, checkAssistants, checkResource } from './resources.ts';
import {
  checkScope,
  checkScopeLimits,
  grantableScopes,
  OFFLINE_ACCESS,
  otherScopes,
  requestedScopes,
  withinLimits,
} from './scopes.ts';
import { noteOutcome, revocationCause } from './token-outcomes.ts';

const DURABLE: readonly string[] = ['AuthorizationCode', 'Grant', 'RefreshToken'];

export type ProviderDependencies = {
  /** The service's public address. */
  issuer: string;
  /** The registry's public address, which is the default audience of access tokens. */
  audience: string;
  /** Whether the registry has an MCP server, which tokens can be for. */
  hasMcp?: boolean;
  transactions: ProviderTransactions;
  sessionGrants: SessionGrants;
  clients: ClientAdapter;
  registry: RegistryClient;
  ephemeral: EphemeralStore;
  deviceCodes: DeviceCodes;
  refreshTokens: RefreshTokens;
  clock: Clock;
  keyRing: KeyRing;
  firstPartyRedirectUris?: FirstPartyRedirectUris;
  /** Answers an authorization error that must not be redirected. */
  renderError: NonNullable<Configuration['renderError']>;
  /** The first signs cookies, all are accepted. */
  cookieKeys: string[];
};

/** Checks of authorization parameters, after oidc-provider's own. */
const extraParams = {
  state: checkParameterLengths,
  scope: checkScope,
  response_mode: checkResponseMode,
  dpop_jkt: checkKeyThumbprint,
};

/** oidc-provider's configuration. The imported files give the reasons. */
export function providerConfiguration(dependencies: ProviderDependencies): Configuration {
  const { keyRing } = dependencies;
  // ID tokens are signed with the first one: a provider is built again when another key begins to sign.
  const keys = [keyRing.signing, ...keyRing.keys.filter((one) => one !== keyRing.signing)];
  return {
    adapter: (kind: string): Adapter => adapterFor(kind, dependencies),
    jwks: { keys: keys.map(({ privateJwk }) => privateJwk) },
    routes: { ...endpointPaths, code_verification: DEVICE_PATH },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: true },
      // Its pages need script, which the content security policy forbids: pages/logout-routes.ts.
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      deviceFlow: deviceFlow(dependencies.firstPartyRedirectUris, dependencies.clock),
      revocation: { enabled: true, allowedPolicy: ownTokensOnly },
      introspection: { enabled: true, allowedPolicy: activeTokensOnly(dependencies) },
      resourceIndicators: resourceIndicators(dependencies),
    },
    clientBasedCORS: isRegisteredOrigin,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    enabledJWA: {
      dPoPSigningAlgValues: [...dpopAlgorithms],
      idTokenSigningAlgValues: [SIGNING_ALGORITHM],
    },
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
    responseTypes: ['code'],
    // The specification requires it, at both endpoints.
    allowOmittingSingleRegisteredRedirectUri: false,
    scopes: [...otherScopes],
    claims: claimsOfScopes as unknown as Record<string, string[]>,
    extraParams,
    pkce: { required: requirePkce },
    rotateRefreshToken: true,
    issueRefreshToken: async (_context, _client, code) => code.scopes.has(OFFLINE_ACCESS),
    expiresWithSession: () => false,
    ttl: lifetimesSeconds,
    cookies: {
      keys: dependencies.cookieKeys,
      names: cookieNames(dependencies.issuer),
    },
    interactions: {
      url: (_context, interaction) => `/interaction/${interaction.uid}`,
      policy: consentPolicy(),
    },
    loadExistingGrant: async (context) => {
      await checkAssistants(context, dependencies);
      return grantOf(context, dependencies);
    },
    findAccount: (context, id, token) => findAccount(context, id, token, dependencies),
    extraTokenClaims,
    renderError: dependencies.renderError,
  };
}

/**
 * S256 is the only method. A client without a secret must use it.
 * @throws InvalidRequest that says how, instead of oidc-provider's mention of a policy
 */
function requirePkce(
  _context: unknown,
  client: { clientAuthMethod?: string | undefined },
): boolean {
  if (client.clientAuthMethod !== 'none') return false;
  throw new errors.InvalidRequest(
    'the app has no secret: generate a secret, or use PKCE with code_challenge_method S256',
  );
}

/** The first two have the path of their interaction. */
function cookieNames(issuer: string) {
  return {
    interaction: cookieName(issuer, 'interaction', '/interaction'),
    resume: cookieName(issuer, 'interaction_resume', endpointPaths.authorization),
    session: cookieName(issuer, 'session', '/'),
  };
}

/** Each access token has one audience, a resource of the registry (RFC 8707 section 2). */
function resourceIndicators(dependencies: ProviderDependencies) {
  const { audience, keyRing, clock } = dependencies;
  // The keys that this provider was built with; a change of the keys builds another one.
  const { keys } = keyRing;
  return {
    enabled: true,
    defaultResource: (_context: unknown, _client: unknown, oneOf?: readonly string[]) => {
      if (oneOf) throw new errors.InvalidTarget('request one resource');
      return audience;
    },
    useGrantedResource: () => true,
    getResourceServerInfo: async (context: KoaContextWithOIDC, resource: string) => {
      restoreMaxAge(context);
      const name = checkResource(context, resource, dependencies);
      // In a token request the account is known here; in an authorization request the grant comes after it.
      await checkAssistants(context, dependencies);
      const accessTokenTTL = accessTokenSeconds[name];
      const { kid } = signingKeyAt(keys, clock());
      return { ...resourceServer(context, kid), audience: resource, accessTokenTTL };
    },
  };
}

/** @throws InvalidClient if the account's organization has not installed the app */
async function findAccount(
  context: KoaContextWithOIDC,
  id: string,
  token: object | undefined,
  { transactions, clients }: ProviderDependencies,
) {
  const { oidc } = context;
  const account = await transactions.stores.accounts.find(id);
  if (!token && !(account && startSession(context, account))) {
    throw new errors.AccessDenied('the session has ended');
  }
  if (!account) return undefined;
  const clientId = oidc.client?.clientId;
  if (!clientId) return platformAccount(account);
  // A sign-in comes first: the user may choose an account whose organization has installed the app.
  const signsIn = !token && oidc.promptPending('login');
  if (signsIn && !isFirstPartyClient(clientId)) return platformAccount(account);
  const installation = await refusedFor(context, account, async () => {
    const found = await clients.installation(clientId, account.organizationId);
    refuseOutsider(oidc.route, account, found.limit);
    await checkRedirectUri(context, clients, account.organizationId);
    return found;
  });
  // A code or refresh token of an earlier installation stays refused, independent of clocks.
  const grant = token && (oidc.entities.Grant as (InstalledGrant & { jti: string }) | undefined);
  if (grant && grant.installedSince !== installation.installedSince?.getTime()) return undefined;
  // The grant was read before the account. If all grants of the user have ended in between, the account has the
  // version of roles of afterwards, which no revocation covers.
  const stored = grant && (await transactions.stores.records.findGrant(grant.jti));
  if (grant && !stored) return undefined;
  const organizationName = () => clients.organizationName(clientId, account.organizationId);
  return platformAccount(account, installation, stored?.createdAt, organizationName);
}

/** A client may introspect and revoke only its own tokens. */
function ownTokensOnly(
  _context: unknown,
  client: { clientId: string },
  token: { clientId?: string | undefined },
): boolean {
  return token.clientId === client.clientId;
}

/** Likewise. A refresh token of an earlier installation is not active. */
function activeTokensOnly({ transactions, clients }: ProviderDependencies) {
  return async (
    context: KoaContextWithOIDC,
    client: { clientId: string },
    token: { clientId?: string | undefined; accountId?: string },
  ): Promise<boolean> => {
    if (!ownTokensOnly(context, client, token) || !token.accountId) return false;
    const account = await transactions.stores.accounts.find(token.accountId);
    if (!account) return false;
    const grant = context.oidc.entities.Grant as InstalledGrant | undefined;
    return clients.isInstallation(client.clientId, account.organizationId, grant?.installedSince);
  };
}

/** The claims of access tokens beyond RFC 9068. */
function extraTokenClaims({ oidc }: KoaContextWithOIDC, token: object) {
  const account = accountOf(oidc.account);
  const grantId = 'grantId' in token ? String(token.grantId) : undefined;
  if (!account || !grantId) return undefined;
  const { organizationId: org, installedSince, rolesVersion: rver, grantedAt } = account;
  const gat = grantedAt?.getTime() ?? 0;
  const claims: AccessTokenClaims = { org, gid: grantDigest(grantId), gat, rver };
  if (!isFirstPartyClient(oidc.client?.clientId))
    return { ...claims, ins: installedSince?.getTime() ?? 0 };
  const { AuthorizationCode: code, RefreshToken: refreshToken, DeviceCode: device } = oidc.entities;
  return { ...claims, auth_time: (code ?? device ?? refreshToken)?.authTime };
}

function adapterFor(kind: string, dependencies: ProviderDependencies): Adapter {
  const { clients, ephemeral, transactions } = dependencies;
  if (kind === 'Client') return clients;
  if (kind === 'DeviceCode') return new DeviceCodeAdapter(dependencies.deviceCodes);
  if (kind === 'Session') {
    const isSession: IsSession = (id, version) =>
      transactions.stores.accounts.isSession(id, version);
    const hasEnded: HasEnded = (uid) => dependencies.sessionGrants.hasEnded(uid);
    return new SessionAdapter(ephemeral, isSession, hasEnded);
  }
  if (!DURABLE.includes(kind)) return new EphemeralAdapter(kind, ephemeral);
  const options = {
    ...dependencies,
    noteRetry: () => noteOutcome('retried'),
    revokeGrant: (grantId: string) => revokeGrant(transactions.stores, grantId, revocationCause),
  };
  return kind === 'RefreshToken'
    ? new RefreshTokenAdapter(options)
    : new DurableAdapter(kind as DurableKind, options);
}

/** The registry, as the resource server of every access token. */
function resourceServer(context: KoaContextWithOIDC, signingKeyId: string): ResourceServer {
  // A refresh may request fewer scopes. Authorization requests are checked before.
  checkScopeLimits(context.oidc.params?.scope);
  const account = accountOf(context.oidc.account);
  const asked = requestedScopes(context);
  // Before the sign-in every requested scope may still be granted.
  const scopes = account ? withinLimits(grantableScopes(asked, account)) : asked;
  return {
    scope: scopes.join(' '),
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: SIGNING_ALGORITHM, kid: signingKeyId } },
  };
}
