import { type AccessTokenClaims, problem } from '@app-platform/contracts';
import { AppError, type Clock, unauthorized } from '@app-platform/service-kit';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { InstallationStore } from '../installations/installation-store.ts';
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
  installations: InstallationStore;
  clock: Clock;
  proofs: DpopProofs;
};

type Claims = JWTPayload &
  Partial<AccessTokenClaims> & { client_id?: unknown; scope?: unknown; cnf?: { jkt?: string } };

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
export async function verifyAccessToken(
  dependencies: AccessTokenDependencies,
  { scheme, token, method, path, proof }: PresentedToken,
): Promise<Principal> {
  const { revocations, installations, proofs, audience } = dependencies;
  const claims = await readClaims(dependencies, token);
  const { jti, sub, org, gid, ins, client_id: clientId, scope } = claims;
  if (!jti || !sub || !ins || !org || !gid || typeof clientId !== 'string') throw refused();
  const thumbprint = claims.cnf?.jkt;
  // A token that is bound to a key is worth nothing without a proof, and one that is not takes none.
  if ((scheme === 'DPoP') !== (thumbprint !== undefined)) throw refused();
  if (thumbprint !== undefined) {
    const request = { method, url: new URL(path, audience).href, accessToken: token, proof };
    await proofs.verify(thumbprint, request).catch((error: unknown) => {
      throw refused(error);
    });
  }
  if (!revocations.isLoaded) throw notYet();
  if (revocations.isRevoked('token', jti) || revocations.isRevoked('grant', gid)) throw refused();
  const installed = await installations.findByClient(clientId, org);
  // A token of an installation that has ended stays refused, whatever clocks say.
  if (!installed || installed.installedAt.getTime() !== ins) throw refused();
  return {
    kind: 'access_token',
    id: jti,
    organizationId: org,
    organizationName: installed.organizationName,
    roles: typeof scope === 'string' ? scope.split(' ') : [],
    clientId,
    userId: sub,
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
