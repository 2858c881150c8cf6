import {
  createPrivateKey,
  hash,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
} from 'node:crypto';
import {
  type AccessTokenClaims,
  mayUse,
  noCeilings,
  type RoleCeilings,
  resourceName,
} from '@app-platform/contracts';
import type { Clock } from '@app-platform/runtime';
import type { JWTPayload } from 'jose';
import type { AdapterPayload } from 'oidc-provider';
import { grantDigest } from '../database/record-digest.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { SIGNING_ALGORITHM, type SigningKey } from '../keys/signing-key-store.ts';
import type { SettingsStores } from '../organizations/settings-store.ts';
import { lifetimesSeconds } from '../provider/lifetimes.ts';
import type { InstalledGrant } from '../provider/remembered-consent.ts';
import { accessTokenSeconds, allowsAssistants } from '../provider/resources.ts';
import { grantableScopes, OFFLINE_ACCESS, scopesOf, withinLimits } from '../provider/scopes.ts';
import type { CachedClients } from '../registry-client/cached-clients.ts';
import type { DurableKind } from '../storage/provider-record-store.ts';
import { REFRESHED, type RefreshTokens } from '../storage/refresh-tokens.ts';
import { countTokens, type TokenCounts } from '../usage/count-tokens.ts';
import type { TokenRequest } from './token-request.ts';
import type { FoundCredential, NewRefreshToken, TokenStore } from './token-store.ts';

export type IssueDependencies = TokenCounts & {
  issuer: string;
  /** The registry's public address, which is the default audience. */
  audience: string;
  /** Whether the registry has an MCP server. */
  hasMcp?: boolean;
  database: SettingsStores;
  tokenStore: TokenStore;
  cachedClients: CachedClients;
  keyRing: KeyRing;
  refreshTokens: RefreshTokens;
  clock: Clock;
};

/** The specification's token response. */
export type TokenResponse = {
  access_token: string;
  expires_in: number;
  refresh_token?: string;
  scope: string;
  token_type: 'bearer';
};

const KINDS = {
  authorization_code: 'AuthorizationCode',
  refresh_token: 'RefreshToken',
} as const satisfies Record<TokenRequest['grantType'], DurableKind>;

/**
 * Issues tokens for a valid request, with two statements, and one call of the registry for a client that is not known
 * yet. For any other request it changes nothing, and oidc-provider finds the reason: this path refuses nothing.
 * @returns undefined for a request that oidc-provider must answer
 * @throws RegistryUnavailable, or the driver's error
 */
export async function issueTokens(
  dependencies: IssueDependencies,
  request: TokenRequest,
): Promise<TokenResponse | undefined> {
  const { tokenStore, clock } = dependencies;
  const { clientId, credential: id } = request;
  const credential = { kind: KINDS[request.grantType], id, clientId };
  const found = await tokenStore.find(credential);
  if (!found || !isSupported(found, request, dependencies.audience)) return undefined;
  const { installedSince } = found.grant as InstalledGrant;
  if (installedSince === undefined) return undefined;
  if (!(await mayUseResource(dependencies, found))) return undefined;
  const ceilings = await checkRequest(dependencies, request, found, installedSince);
  if (!ceilings) return undefined;
  const scope = grantedScope(found, ceilings);
  if (scope === '') return undefined;
  const now = clock();
  // Signed before the credential is consumed: a failure then changes nothing.
  const accessToken = accessTokenFor(dependencies, found, { scope, installedSince, now });
  const issued = refreshTokenFor(dependencies, request, found, now);
  if (!(await tokenStore.exchange(credential, issued))) return undefined;
  const { organizationId } = found;
  dependencies.usage.count(organizationId, 'requests');
  const hasRefreshToken = !!issued;
  countTokens(dependencies, {
    organizationId,
    clientId,
    grant: request.grantType,
    hasRefreshToken,
  });
  return {
    access_token: accessToken,
    expires_in: lifetimeSeconds(found, dependencies),
    ...(issued && { refresh_token: issued.id }),
    scope,
    token_type: 'bearer',
  };
}

/** Not bound to a key or a session, for a resource of the registry, and presented as its code was requested. */
function isSupported(
  { payload }: FoundCredential,
  request: TokenRequest,
  audience: string,
): boolean {
  const boundTo = payload.jkt ?? payload.dpopJkt ?? payload['x5t#S256'] ?? payload.attestationJkt;
  if (boundTo !== undefined || payload.expiresWithSession || payload.rar) return false;
  if (!resourceName(payload.resource, audience)) return false;
  // oidc-provider issues ID tokens.
  if (scopesOf(payload.scope).includes('openid')) return false;
  if (request.resource !== undefined && request.resource !== payload.resource) return false;
  if (request.grantType === 'refresh_token') return true;
  return payload.redirectUri === request.redirectUri && isVerified(payload, request.codeVerifier);
}

/** An organization may allow no assistants, and the platform may have no MCP server. */
async function mayUseResource(
  { audience, hasMcp = true, database }: IssueDependencies,
  { payload, organizationId }: FoundCredential,
): Promise<boolean> {
  if (resourceName(payload.resource, audience) === 'api') return true;
  return hasMcp && (await allowsAssistants(database.settings, organizationId));
}

/** RFC 7636 section 4.6. */
function isVerified(code: AdapterPayload, verifier: string | undefined): boolean {
  const { codeChallenge: challenge, codeChallengeMethod: method } = code;
  if (challenge === undefined && verifier === undefined) return true;
  if (!challenge || !verifier || method !== 'S256') return false;
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const [expected, given] = [challenge, hash('sha256', verifier, 'base64url')].map(Buffer.from);
  return expected?.length === given?.length && timingSafeEqual(expected as Buffer, given as Buffer);
}

/**
 * The ceilings of the installation; undefined unless the secret is valid, the installation still is the
 * one that the grant is for and is not limited to others, and a code's redirect URI is one of the installed version.
 */
async function checkRequest(
  { cachedClients }: IssueDependencies,
  { clientId, clientSecret: secret, redirectUri }: TokenRequest,
  { organizationId, accountId, roles }: FoundCredential,
  installedSince: number,
): Promise<RoleCeilings | undefined> {
  const verdict = await cachedClients.check({ clientId, secret, organizationId });
  if (!verdict?.secretValid || verdict.installedSince === null) return undefined;
  if (!mayUse({ id: accountId, roles }, verdict.limit)) return undefined;
  if (redirectUri !== undefined && !verdict.redirectUris?.includes(redirectUri)) return undefined;
  const isSame = Date.parse(verdict.installedSince) === installedSince;
  return isSame ? (verdict.ceilings ?? noCeilings) : undefined;
}

/** The granted scopes that the user still holds, below the ceilings of today. */
function grantedScope({ payload, grant, roles }: FoundCredential, ceilings: RoleCeilings): string {
  const { resources, rejected } = grant as {
    resources?: Record<string, string>;
    rejected?: { resources?: Record<string, string> };
  };
  const resource = String(payload.resource);
  const refused = scopesOf(rejected?.resources?.[resource]);
  const limits = { roles, ceilings };
  const grantable = new Set(withinLimits(grantableScopes(scopesOf(payload.scope), limits)));
  return scopesOf(resources?.[resource])
    .filter((scope) => grantable.has(scope) && !refused.includes(scope))
    .join(' ');
}

type Granted = { scope: string; installedSince: number; now: Date };

function lifetimeSeconds(
  { payload }: FoundCredential,
  { audience }: Pick<IssueDependencies, 'audience'>,
): number {
  return accessTokenSeconds[resourceName(payload.resource, audience) ?? 'api'];
}

function accessTokenFor(
  dependencies: IssueDependencies,
  found: FoundCredential,
  { scope, installedSince, now }: Granted,
): string {
  const { issuer, keyRing } = dependencies;
  const { payload, grantedAt, accountId, organizationId, rolesVersion } = found;
  const iat = secondsOf(now);
  return signAccessToken(
    {
      org: organizationId,
      gid: grantDigest(payload.grantId ?? ''),
      gat: grantedAt.getTime(),
      ins: installedSince,
      rver: rolesVersion,
      jti: newTokenId(),
      sub: accountId,
      iat,
      exp: iat + lifetimeSeconds(found, dependencies),
      scope,
      client_id: payload.clientId ?? '',
      iss: issuer,
      aud: String(payload.resource),
    },
    keyRing.signing,
  );
}

/** As oidc-provider makes it, from a code or from the refresh token before. */
function refreshTokenFor(
  { refreshTokens }: IssueDependencies,
  { grantType, credential }: TokenRequest,
  { payload }: FoundCredential,
  now: Date,
): NewRefreshToken | undefined {
  if (!scopesOf(payload.scope).includes(OFFLINE_ACCESS)) return undefined;
  const iat = secondsOf(now);
  const exp = iat + lifetimesSeconds.RefreshToken;
  const expiresAt = new Date(now.getTime() + lifetimesSeconds.RefreshToken * 1000);
  const common = { ...payload, iat, exp, kind: 'RefreshToken' };
  if (grantType === 'refresh_token') {
    const rotations = Number(payload.rotations ?? 0) + 1;
    const id = refreshTokens.successorOf({ id: credential, grantId: payload.grantId ?? '' });
    return { id, expiresAt, payload: { ...common, rotations, gty: REFRESHED } };
  }
  const { codeChallenge, codeChallengeMethod, redirectUri, ...rest } = common as AdapterPayload;
  const first = { ...rest, iiat: iat, rotations: 0, gty: 'authorization_code' };
  return { id: refreshTokens.first(payload.grantId ?? ''), expiresAt, payload: first };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

/** The id of an access token, with as many bits as oidc-provider's own. */
function newTokenId(): string {
  return randomBytes(32).toString('base64url');
}

/** The claims of an access token: those of RFC 9068 section 2.2, and ours. */
export type AccessToken = AccessTokenClaims &
  Required<Pick<JWTPayload, 'jti' | 'sub' | 'iat' | 'exp' | 'iss' | 'aud'>> & {
    scope: string;
    client_id: string;
  };

type Signer = { header: string; key: KeyObject };

const signers = new WeakMap<SigningKey, Signer>();

/**
 * As oidc-provider signs them: a JWT in compact form (RFC 7515 section 7.1) by ES256 (RFC 7518
 * section 3.4). jose uses Web Crypto, which computes every signature on another thread: that doubles
 * the cost of the signature.
 */
export function signAccessToken(claims: AccessToken, signingKey: SigningKey): string {
  const { header, key } = signerOf(signingKey);
  const signed = `${header}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

function signerOf(signingKey: SigningKey): Signer {
  const known = signers.get(signingKey);
  if (known) return known;
  const { kid, privateJwk } = signingKey;
  const key = createPrivateKey({ key: privateJwk as JsonWebKey, format: 'jwk' });
  const made = { header: encoded({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid }), key };
  signers.set(signingKey, made);
  return made;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
