import { type AccessTokenClaims, problem } from '@app-platform/contracts';
import { AppError, type Clock, unauthorized } from '@app-platform/service-kit';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { CredentialMemory } from './credential-memory.ts';
import type { CredentialStore, InstalledClient } from './credential-store.ts';
import type { DpopProofs } from './dpop-proof.ts';
import type { Principal } from './principal.ts';
import type { RevocationList } from './revocation-list.ts';

/** What only ever signs them: a token cannot choose (RFC 8725 section 3.1). */
const ALGORITHMS = ['ES256', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 5;

export type AccessTokenDependencies = {
  /** The OAuth service's public address. */
  issuer: string;
  /** This service's public address. */
  audience: string;
  /** The OAuth service's published keys. */
  keys: JWTVerifyGetKey;
  revocations: RevocationList;
  credentials: CredentialStore;
  memory: CredentialMemory;
  clock: Clock;
  proofs: DpopProofs;
};

type Claims = JWTPayload &
  Partial<AccessTokenClaims> & { client_id?: unknown; scope?: unknown; cnf?: { jkt?: string } };

/** What a token says whose signature, issuer, audience and type are right. */
export type VerifiedToken = {
  id: string;
  grantId: string;
  organizationId: string;
  clientId: string;
  userId: string;
  roles: readonly string[];
  /** Since when its app was installed, in milliseconds. */
  installedSince: number;
  /** In seconds, both. */
  notBefore: number;
  expiresAt: number;
  /** Of the key that it is bound to. */
  thumbprint: string | undefined;
};

/** An access token as a request presents it. */
export type PresentedToken = {
  scheme: 'Bearer' | 'DPoP';
  token: string;
  method: string;
  /** Without query. */
  path: string;
  /** The `DPoP` header. */
  proof: string;
};

/**
 * Turns an access token (RFC 9068) into a principal. It is verified here, by the published keys;
 * whether its app is still installed, this service knows itself.
 * @throws AppError 401, or 503 where nothing can be said about it yet
 */
export function verifyAccessToken(
  dependencies: AccessTokenDependencies,
  presented: PresentedToken,
): Principal | Promise<Principal> {
  const { tokens } = dependencies.memory;
  const { token } = presented;
  const key = dependencies.memory.keyOf(token);
  const known = tokens.find(key);
  if (known) return checkToken(dependencies, presented, known);
  return tokens
    .share(key, () => readToken(dependencies, token))
    .then((verified) => checkToken(dependencies, presented, verified));
}

/** What is remembered was right a moment ago; what time and revocations say, is asked each time. */
function checkToken(
  dependencies: AccessTokenDependencies,
  presented: PresentedToken,
  verified: VerifiedToken,
): Principal | Promise<Principal> {
  const { thumbprint } = verified;
  if (!isInTime(verified, dependencies.clock())) throw refused();
  // A token that is bound to a key is worth nothing without a proof, and one that is not takes none.
  if ((presented.scheme === 'DPoP') !== (thumbprint !== undefined)) throw refused();
  if (thumbprint === undefined) return checkStanding(dependencies, verified);
  return checkProof(dependencies, presented, thumbprint).then(() =>
    checkStanding(dependencies, verified),
  );
}

/** Whether it was revoked, and whether the installation that it is of still stands. */
function checkStanding(
  dependencies: AccessTokenDependencies,
  verified: VerifiedToken,
): Principal | Promise<Principal> {
  const { revocations, memory } = dependencies;
  const { id, grantId, clientId, organizationId } = verified;
  if (!revocations.isLoaded) throw notYet();
  if (revocations.isRevoked('token', id) || revocations.isRevoked('grant', grantId)) {
    throw refused();
  }
  const key = `${clientId} ${organizationId}`;
  const known = memory.installations.find(key);
  if (isOf(verified, known)) return principalOf(verified, known);
  // Nobody is refused by memory: the app may have been installed anew, at another replica.
  return memory.installations
    .read(key, () => dependencies.credentials.findInstalledClient(clientId, organizationId))
    .then((found) => {
      if (isOf(verified, found)) return principalOf(verified, found);
      throw refused();
    });
}

/** A token of an installation that has ended stays refused, whatever clocks say. */
function isOf(
  { installedSince }: VerifiedToken,
  installed: InstalledClient | undefined,
): installed is InstalledClient {
  return installed?.installedAt.getTime() === installedSince;
}

function principalOf(verified: VerifiedToken, { organizationName }: InstalledClient): Principal {
  const { id, organizationId, roles, clientId, userId } = verified;
  return { kind: 'access_token', id, organizationId, organizationName, roles, clientId, userId };
}

function isInTime({ notBefore, expiresAt }: VerifiedToken, at: Date): boolean {
  const seconds = at.getTime() / 1000;
  return (
    seconds < expiresAt + CLOCK_TOLERANCE_SECONDS && seconds >= notBefore - CLOCK_TOLERANCE_SECONDS
  );
}

async function checkProof(
  { proofs, audience }: AccessTokenDependencies,
  { method, path, token, proof }: PresentedToken,
  thumbprint: string,
): Promise<void> {
  const request = { method, url: new URL(path, audience).href, accessToken: token, proof };
  await proofs.verify(thumbprint, request).catch((error: unknown) => {
    throw refused(error);
  });
}

async function readToken(
  dependencies: AccessTokenDependencies,
  token: string,
): Promise<VerifiedToken> {
  const claims = await readClaims(dependencies, token);
  const { jti: id, sub: userId, org: organizationId, gid: grantId, ins: installedSince } = claims;
  const { client_id: clientId, scope, cnf, exp = 0, nbf = 0 } = claims;
  if (!id || !userId || !installedSince || !organizationId || !grantId) throw refused();
  if (typeof clientId !== 'string') throw refused();
  return {
    id,
    grantId,
    organizationId,
    clientId,
    userId,
    roles: typeof scope === 'string' ? scope.split(' ') : [],
    installedSince,
    notBefore: nbf,
    expiresAt: exp,
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
      audience,
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

function notYet(cause?: unknown): AppError {
  const detail = 'Access tokens cannot be checked right now. Try again in a few seconds.';
  return new AppError(problem('temporarily_unavailable', detail), {
    cause,
    headers: { 'Retry-After': '2' },
  });
}
