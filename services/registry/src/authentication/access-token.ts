import {
  type AccessTokenClaims,
  CLOCK_TOLERANCE_SECONDS,
  dpopAlgorithms,
  isBelowCeilings,
  isFirstPartyClient,
  isIdentityScope,
  mcpResource,
  noCeilings,
  problem,
} from '@app-platform/contracts';
import { AppError, unauthorized } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { countRefusal, type RegistryActivity } from '../usage/activity-store.ts';
import { type CredentialCache, dependent, type VerifiedToken } from './credential-cache.ts';
import type {
  CredentialOrganization,
  CredentialStore,
  InstalledClient,
} from './credential-store.ts';
import type { DpopProofs } from './dpop-proof.ts';
import type { Principal } from './principal.ts';
import type { RevocationList } from './revocation-list.ts';
import { refuseSuspended } from './suspension.ts';

/** The algorithms of the signing keys: a token cannot choose another (RFC 8725 section 3.1). */
const ALGORITHMS = ['ES256', 'EdDSA'];
/** The scope that is no role, and has no ceiling. */
const OFFLINE_ACCESS = 'offline_access';

export type AccessTokenDependencies = {
  /** The OAuth service's public address. */
  issuer: string;
  /** This service's public address: the resource of tokens for its API. */
  audience: string;
  /** The OAuth service's published keys. */
  keys: JWTVerifyGetKey;
  revocations: RevocationList;
  credentials: CredentialStore;
  cache: CredentialCache;
  clock: Clock;
  proofs: DpopProofs;
  activity: RegistryActivity;
};

type Claims = JWTPayload &
  Partial<AccessTokenClaims> & {
    client_id?: unknown;
    scope?: unknown;
    auth_time?: unknown;
    cnf?: { jkt?: string };
  };

/** In place of a proof that was checked when the request began, whose answer lasts. No header is a symbol. */
export const PROOF_CHECKED = Symbol('The proof was checked.');

/** An access token as a request presents it. */
export type PresentedToken = {
  scheme: 'Bearer' | 'DPoP';
  token: string;
  method: string;
  /** Without query. */
  path: string;
  /** The `DPoP` header. */
  proof: string | typeof PROOF_CHECKED;
  /** The resource that the token must be for. */
  resource: string;
};

/**
 * Turns an access token (RFC 9068) into a principal. It is verified here, by the published keys;
 * whether its app is still installed, this service knows itself.
 * @throws AppError 401, or 503 where the token cannot be checked yet
 */
export function verifyAccessToken(
  dependencies: AccessTokenDependencies,
  presented: PresentedToken,
): Principal | Promise<Principal> {
  const { cache } = dependencies;
  const { token, scheme } = presented;
  const key = cache.keyOf(token);
  const cached = cache.tokens.get(key);
  if (cached) return checkCounted(dependencies, presented, cached);
  return cache.tokens
    .read(key, async () => dependent.token(await readToken(dependencies, token)))
    .catch((error: unknown) => {
      throw scheme === 'DPoP' ? withDpopChallenge(error, 'invalid_token') : error;
    })
    .then((verified) => {
      if (!verified) throw refused();
      return checkCounted(dependencies, presented, verified);
    });
}

/** Counts the refusal of a token that this platform issued. */
function checkCounted(
  dependencies: AccessTokenDependencies,
  presented: PresentedToken,
  verified: VerifiedToken,
): Principal | Promise<Principal> {
  const refuse = (error: unknown): never => {
    if (error instanceof AppError && error.status < 500) {
      countRefusal(dependencies.activity, verified);
    }
    throw error;
  };
  try {
    const checked = checkToken(dependencies, presented, verified);
    return checked instanceof Promise ? checked.catch(refuse) : checked;
  } catch (error) {
    return refuse(error);
  }
}

/** Expiry, proof of possession, revocations and the installation are checked in every request. */
function checkToken(
  dependencies: AccessTokenDependencies,
  presented: PresentedToken,
  verified: VerifiedToken,
): Principal | Promise<Principal> {
  const { thumbprint } = verified;
  if (thumbprint !== undefined)
    return checkBoundToken(dependencies, presented, verified, thumbprint);
  if (!isUsable(dependencies, presented, verified) || presented.scheme === 'DPoP') throw refused();
  return checkStanding(dependencies, verified);
}

/** A token that is bound to a key is worth nothing without a proof. */
async function checkBoundToken(
  dependencies: AccessTokenDependencies,
  presented: PresentedToken,
  verified: VerifiedToken,
  thumbprint: string,
): Promise<Principal> {
  try {
    const isBound = presented.scheme === 'DPoP';
    if (!isUsable(dependencies, presented, verified) || !isBound) throw refused();
    // Checked first, so that a revoked token cannot fill the memory of used proofs.
    const principal = await checkStanding(dependencies, verified);
    await checkProof(dependencies, presented, thumbprint);
    return principal;
  } catch (error) {
    throw withDpopChallenge(error, 'invalid_token');
  }
}

/** Checks revocations, and that the installation of the token still exists. */
function checkStanding(
  dependencies: AccessTokenDependencies,
  verified: VerifiedToken,
): Principal | Promise<Principal> {
  const { revocations, cache } = dependencies;
  const { id, grantId, clientId, organizationId, userId, rolesVersion, roles } = verified;
  if (!revocations.isLoaded) throw notYet();
  if (revocations.isRevoked('token', id) || revocations.isRevoked('grant', grantId)) {
    throw refused();
  }
  if (revocations.hasEnded(verified, verified.grantedAt)) throw refused();
  if (revocations.hasLost({ accountId: userId, version: rolesVersion }, roles)) throw refused();
  if (isFirstPartyClient(clientId)) return checkOrganization(dependencies, verified);
  const key = `${clientId} ${organizationId}`;
  const cached = cache.installations.get(key);
  if (isOf(verified, cached)) return principalOf(verified, cached);
  return checkInstallation(dependencies, verified, key);
}

/** A first-party client works in every organization. */
async function checkOrganization(
  { cache, credentials }: AccessTokenDependencies,
  verified: VerifiedToken,
): Promise<Principal> {
  const { organizationId } = verified;
  const read = async () =>
    dependent.organization(await credentials.findOrganization(organizationId));
  const found =
    cache.organizations.get(organizationId) ??
    (await cache.organizations.read(organizationId, read));
  if (found) return principalOf(verified, { ...found, ceilings: noCeilings });
  throw refused();
}

/** Reads before it refuses: the app may have been installed again at another replica. */
async function checkInstallation(
  { cache, credentials }: AccessTokenDependencies,
  verified: VerifiedToken,
  key: string,
): Promise<Principal> {
  const { clientId, organizationId } = verified;
  const found = await cache.installations.refresh(key, async () =>
    dependent.installation(await credentials.findInstalledClient(clientId, organizationId)),
  );
  if (isOf(verified, found)) return principalOf(verified, found);
  throw refused();
}

/** A token of an installation that has ended stays refused, whatever clocks say. */
function isOf(
  { installedSince }: VerifiedToken,
  installed: InstalledClient | undefined,
): installed is InstalledClient {
  return installed?.installedSince.getTime() === installedSince;
}

/** Ceilings count when a token is used, so that lowering one limits the tokens that exist. */
function principalOf(
  verified: VerifiedToken,
  organization: CredentialOrganization & Pick<InstalledClient, 'ceilings'>,
): Principal {
  refuseSuspended(organization);
  const { organizationName, ceilings } = organization;
  const { id, organizationId, clientId, userId, authenticatedAt } = verified;
  const identityScopes = verified.roles.filter(isIdentityScope);
  const roles = verified.roles.filter(
    (scope) =>
      !isIdentityScope(scope) && scope !== OFFLINE_ACCESS && isBelowCeilings(ceilings, scope),
  );
  return {
    kind: 'access_token',
    id,
    organizationId,
    organizationName,
    roles,
    ...(identityScopes.length > 0 && { identityScopes }),
    clientId,
    userId,
    ...(authenticatedAt && { authenticatedAt }),
  };
}

/** Whether a token is for the resource and has not expired. */
function isUsable(
  { clock }: AccessTokenDependencies,
  { resource }: PresentedToken,
  { audience, notBefore, expiresAt }: VerifiedToken,
): boolean {
  const seconds = clock().getTime() / 1000;
  return (
    audience === resource &&
    seconds < expiresAt + CLOCK_TOLERANCE_SECONDS &&
    seconds >= notBefore - CLOCK_TOLERANCE_SECONDS
  );
}

async function checkProof(
  { proofs, audience }: AccessTokenDependencies,
  { method, path, token, proof }: PresentedToken,
  thumbprint: string,
): Promise<void> {
  if (proof === PROOF_CHECKED) return;
  const request = { method, url: new URL(path, audience).href, accessToken: token, proof };
  const use = await proofs.verify(thumbprint, request).catch((cause: unknown) => {
    throw withDpopChallenge(refused(cause), 'invalid_dpop_proof');
  });
  if (use === 'full') throw notYet();
  if (use === 'repeated') throw withDpopChallenge(refused(), 'invalid_dpop_proof');
}

async function readToken(
  dependencies: AccessTokenDependencies,
  token: string,
): Promise<VerifiedToken> {
  const claims = await readClaims(dependencies, token);
  const { jti: id, sub: userId, org: organizationId, gid: grantId, ins: installedSince } = claims;
  const { client_id: clientId, scope, auth_time: signedInAt, rver: rolesVersion = 0 } = claims;
  const { cnf, exp = 0, nbf = 0, gat: grantedAt = 0 } = claims;
  // A token has one audience.
  const [audience = '', ...others] = [claims.aud].flat();
  if (others.length > 0) throw refused();
  if (!id || !userId || !organizationId || !grantId) throw refused();
  if (typeof clientId !== 'string') throw refused();
  if (!installedSince && !isFirstPartyClient(clientId)) throw refused();
  return {
    id,
    audience,
    grantId,
    grantedAt,
    organizationId,
    clientId,
    userId,
    roles: typeof scope === 'string' ? scope.split(' ') : [],
    rolesVersion,
    installedSince,
    notBefore: nbf,
    expiresAt: exp,
    authenticatedAt: typeof signedInAt === 'number' ? new Date(signedInAt * 1000) : undefined,
    thumbprint: cnf?.jkt,
  };
}

async function readClaims(
  { issuer, audience, keys, clock }: AccessTokenDependencies,
  token: string,
): Promise<Claims> {
  try {
    const { payload } = await jwtVerify<Claims>(token, keys, {
      issuer,
      audience: [audience, mcpResource(audience)],
      algorithms: ALGORITHMS,
      typ: 'at+jwt',
      requiredClaims: ['exp', 'iat', 'jti', 'sub'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: clock(),
    });
    return payload;
  } catch (error) {
    // Anything but a fault of the token: the keys could not be read.
    const isFault = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
    throw isFault ? refused(error) : notYet(error);
  }
}

function refused(cause?: unknown): AppError {
  const error = unauthorized(
    'The access token is not valid, has expired or was revoked.',
    'invalid_token',
  );
  return cause ? new AppError(error.problems, { headers: error.headers, cause }) : error;
}

/** RFC 9449 section 7.1. @returns a refusal with the challenge, any other error as it is */
function withDpopChallenge(error: unknown, code: 'invalid_token' | 'invalid_dpop_proof'): unknown {
  if (!(error instanceof AppError) || error.status !== 401) return error;
  const { problems, cause, headers } = error;
  if (headers['WWW-Authenticate']?.startsWith('DPoP')) return error;
  const challenge = `DPoP realm="app-platform", error="${code}", algs="${dpopAlgorithms.join(' ')}"`;
  return new AppError(problems, { cause, headers: { 'WWW-Authenticate': challenge } });
}

function notYet(cause?: unknown): AppError {
  const detail = 'Access tokens cannot be checked right now. Try again in a few seconds.';
  return new AppError(problem('temporarily_unavailable', detail), {
    cause,
    headers: { 'Retry-After': '2' },
  });
}
