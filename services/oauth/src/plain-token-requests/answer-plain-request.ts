import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@app-platform/service-kit';
import type { AdapterPayload } from 'oidc-provider';
import { grantDigest } from '../grants/grant-digest.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { ACCESS_TOKEN_SECONDS, lifetimesSeconds } from '../provider/lifetimes.ts';
import type { InstalledGrant } from '../provider/remembered-consent.ts';
import { grantableScopes, OFFLINE_ACCESS, scopesOf } from '../provider/scopes.ts';
import type { RegistryClient } from '../registry-client/registry-client.ts';
import type { DurableKind } from '../storage/provider-record-store.ts';
import type { RefreshGrace } from '../storage/refresh-grace.ts';
import { newTokenId } from './new-token-id.ts';
import type { PlainRequest } from './plain-request.ts';
import type { FoundCredential, NewRefreshToken, PlainTokenStore } from './plain-token-store.ts';
import { signAccessToken } from './sign-access-token.ts';

export type PlainRequestDependencies = {
  issuer: string;
  /** The registry's public address. */
  audience: string;
  store: PlainTokenStore;
  registry: RegistryClient;
  keyRing: KeyRing;
  grace: RefreshGrace;
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
} as const satisfies Record<PlainRequest['grantType'], DurableKind>;

/**
 * Answers a plain token request, where all is well with it, by two statements and one question to
 * the registry. Whatever else is the matter with it, nothing has been changed, and oidc-provider
 * finds out and says so: this knows no refusal.
 * @returns nothing where all is not well
 * @throws RegistryUnavailable, or the driver's error, where that cannot be told
 */
export async function answerPlainRequest(
  dependencies: PlainRequestDependencies,
  request: PlainRequest,
): Promise<TokenResponse | undefined> {
  const { store, clock } = dependencies;
  const { clientId, credential: id } = request;
  const credential = { kind: KINDS[request.grantType], id, clientId };
  const found = await store.find(credential);
  if (!found || !isPlain(found, request, dependencies.audience)) return undefined;
  const { installedSince } = found.grant as InstalledGrant;
  if (installedSince === undefined) return undefined;
  if (!(await mayAsk(dependencies, request, found.organizationId, installedSince)))
    return undefined;
  const scope = grantedScope(found, dependencies.audience);
  if (scope === '') return undefined;
  const now = clock();
  // Signed before anything is consumed: what may fail comes first.
  const accessToken = accessTokenFor(dependencies, found, { scope, installedSince, now });
  const issued = refreshTokenFor(dependencies, request, found, now);
  if (!(await store.exchange(credential, issued))) return undefined;
  return {
    access_token: accessToken,
    expires_in: ACCESS_TOKEN_SECONDS,
    ...(issued && { refresh_token: issued.id }),
    scope,
    token_type: 'bearer',
  };
}

/** Bound to no key and to no session, for the registry, and as its code was asked for. */
function isPlain({ payload }: FoundCredential, request: PlainRequest, audience: string): boolean {
  const isBound = payload.jkt ?? payload.dpopJkt ?? payload['x5t#S256'] ?? payload.attestationJkt;
  if (isBound !== undefined || payload.expiresWithSession || payload.rar) return false;
  if (payload.resource !== audience) return false;
  if (request.grantType === 'refresh_token') return true;
  return payload.redirectUri === request.redirectUri && isVerified(payload, request.codeVerifier);
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

/** Whether the client's secret is right, and the installation that the grant is of still there. */
async function mayAsk(
  { registry }: PlainRequestDependencies,
  { clientId, clientSecret: secret }: PlainRequest,
  organizationId: string,
  installedSince: number,
): Promise<boolean> {
  const checked = await registry.checkTokenRequest({ clientId, secret, organizationId });
  if (!checked?.secretValid || checked.installedSince === null) return false;
  return Date.parse(checked.installedSince) === installedSince;
}

/** Of what was granted, what the user still holds. */
function grantedScope({ payload, grant, roles }: FoundCredential, audience: string): string {
  const { resources, rejected } = grant as {
    resources?: Record<string, string>;
    rejected?: { resources?: Record<string, string> };
  };
  const refused = scopesOf(rejected?.resources?.[audience]);
  const grantable = new Set(grantableScopes(scopesOf(payload.scope), roles));
  return scopesOf(resources?.[audience])
    .filter((scope) => grantable.has(scope) && !refused.includes(scope))
    .join(' ');
}

type Granted = { scope: string; installedSince: number; now: Date };

function accessTokenFor(
  { issuer, audience, keyRing }: PlainRequestDependencies,
  { payload, accountId, organizationId }: FoundCredential,
  { scope, installedSince, now }: Granted,
): string {
  const iat = secondsOf(now);
  return signAccessToken(
    {
      org: organizationId,
      gid: grantDigest(payload.grantId ?? ''),
      ins: installedSince,
      jti: newTokenId(),
      sub: accountId,
      iat,
      exp: iat + ACCESS_TOKEN_SECONDS,
      scope,
      client_id: payload.clientId ?? '',
      iss: issuer,
      aud: audience,
    },
    keyRing.signing,
  );
}

/** What oidc-provider would put into it, from a code or from the refresh token before. */
function refreshTokenFor(
  { grace }: PlainRequestDependencies,
  { grantType, credential }: PlainRequest,
  { payload }: FoundCredential,
  now: Date,
): NewRefreshToken | undefined {
  if (!scopesOf(payload.scope).includes(OFFLINE_ACCESS)) return undefined;
  const iat = secondsOf(now);
  const exp = iat + lifetimesSeconds.RefreshToken;
  const common = { ...payload, iat, exp, kind: 'RefreshToken' };
  if (grantType === 'refresh_token') {
    const rotations = Number(payload.rotations ?? 0) + 1;
    const id = grace.successorOf(credential);
    return { id, payload: { ...common, rotations, gty: REFRESHED } };
  }
  const { codeChallenge, codeChallengeMethod, redirectUri, ...rest } = common as AdapterPayload;
  const first = { ...rest, iiat: iat, rotations: 0, gty: 'authorization_code' };
  return { id: newTokenId(), payload: first };
}

const REFRESHED = 'authorization_code refresh_token';

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
