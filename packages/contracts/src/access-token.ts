/** One day, as the specification says. */
export const ACCESS_TOKEN_SECONDS = 86_400;

/** The claims of an access token beyond RFC 9068. */
export type AccessTokenClaims = {
  /** The user's organization. */
  org: string;
  /** Digest of the grant's id. */
  gid: string;
  /** When the grant was created, in milliseconds by the clock of the database. Earlier tokens lack it: 0. */
  gat?: number;
  /** The `installedSince` of its installation, in milliseconds; left out for a first-party client. */
  ins?: number;
  /** The version of the user's roles. Tokens of the release before lack it: version 0. */
  rver?: number;
  /** When the user signed in, in seconds; of a first-party client only. */
  auth_time?: number;
};

/** The `value` of a revocation of kind `roles`: an account, and the version of its roles since. */
export type RolesRevision = { accountId: string; version: number };

/** Padded, so that the versions of an account sort as text. */
const VERSION_DIGITS = 10;

export function formatRolesRevision({ accountId, version }: RolesRevision): string {
  return `${accountId}:${String(version).padStart(VERSION_DIGITS, '0')}`;
}

export function parseRolesRevision(value: string): RolesRevision {
  const [accountId = '', version] = value.split(':');
  return { accountId, version: Number(version) };
}

/** The most scopes that a request names, and a token has. */
export const MAX_SCOPES = 40;
/** The most characters of them, with the spaces between them. */
export const MAX_SCOPE_CHARACTERS = 1_600;

/** The most characters of a service's public address. */
export const MAX_SERVICE_URL_CHARACTERS = 255;

/**
 * The most characters of a bearer credential. An access token with the longest scope, client id and
 * addresses of both services has about 3,900.
 */
export const MAX_CREDENTIAL_CHARACTERS = 4_096;

/** How far the clocks of a token's issuer and of the registry may differ. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/** The algorithms of DPoP proofs (RFC 9449) that both services accept. */
export const dpopAlgorithms = ['ES256', 'Ed25519', 'EdDSA'] as const;
