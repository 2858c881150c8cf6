import type { RoleCeilings } from './role-ceilings.ts';

/**
 * The internal API of both services, used by the other service and the operator's command line.
 * It has its own port, which is never routed from outside.
 */

/** A client, for the OAuth service. `GET /internal/clients/{clientId}` of the registry */
export type ClientRecord = {
  clientId: string;
  /** The app's name: for a private app `<app>_<orgId>`. */
  app: string;
  title: string;
  /** A path of the registry where the definition holds the icon itself. */
  iconUrl: string | null;
  /** Name of the developer, as the app says. */
  developer: string | null;
  /**
   * With `?organizationId=` those of the version that the organization has installed, without it those
   * of every installed version. Of the current version if there is no such version.
   */
  redirectUris: string[];
  /** The most that the app may ask for; null where it does not say. */
  roles: string[] | null;
  /** The organization that registered the app. */
  organizationId: string;
  /** The same, for the consent page. A registry of the release before leaves it out. */
  owner?: AppOwner;
  visibility: 'private' | 'public';
  hasSecret: boolean;
  /** Whether any organization has the app installed. */
  installed: boolean;
  /**
   * Why the operator blocks the app; null for one that is not blocked. A registry of the release
   * before leaves it out.
   */
  blockedReason?: string | null;
  /**
   * When the organization of `?organizationId=` installed the app, or when the last block of
   * the app ended, if that was later; null if it has not, for a blocked app, or without that
   * parameter. It identifies the installation: grants for another installation are void.
   */
  installedSince: string | null;
  /** Of that installation. A registry of the release before leaves it out. */
  ceilings?: RoleCeilings;
  /** The name of that organization; null without that parameter. */
  organizationName: string | null;
};

/** `GET /internal/organizations/{organizationId}/client-ids/{app}` of the registry */
export type ClientIdList = { clientIds: string[] };

/** An organization as the owner of an app. The operator decides which organizations are verified. */
export type AppOwner = { name: string; verified: boolean };

/** `POST /internal/clients/{clientId}/secret-checks` */
export type SecretCheckRequest = { secret: string };
export type SecretCheckAnswer = { valid: boolean };

/** The maximum number of checks in one request. */
export const MAX_TOKEN_REQUEST_CHECKS = 50;

/** The registry's part in a token request: the client's secret and installation. */
export type TokenRequestCheck = { clientId: string; secret: string; organizationId: string };
export type TokenRequestVerdict = {
  clientId: string;
  secretValid: boolean;
  /** As in {@link ClientRecord}, of that organization, both. */
  installedSince: string | null;
  /**
   * Some of the redirect URIs of the version that is installed there; null if it is not the current
   * version. A registry of the release before leaves it out.
   */
  redirectUris?: string[] | null;
  ceilings?: RoleCeilings;
};

/** `POST /internal/token-request-checks` */
export type TokenRequestChecks = { checks: TokenRequestCheck[] };
/** In the order of the checks. */
export type TokenRequestVerdicts = { verdicts: TokenRequestVerdict[] };

/** `POST /internal/credential-checks`: whom a bearer credential of the public API identifies. */
export type CredentialCheckRequest = { credential: string };
export type CredentialCheckAnswer = {
  /** null for an invalid credential, and for a token that is bound to a key (DPoP). */
  caller: CheckedCaller | null;
};

export type CheckedCaller = {
  kind: 'api_key' | 'access_token';
  /** The API key's id, or the id of the access token's user. */
  id: string;
  organizationId: string;
  roles: string[];
  /** The client of an access token; null for an API key. */
  clientId: string | null;
  /** When the user of an access token signed in (`auth_time`), where the token says so. ISO 8601. */
  authenticatedAt: string | null;
};

/** `POST /internal/organizations` */
export type CreateOrganizationRequest = { name: string };
export type OrganizationRecord = { id: string; name: string };

/** `PATCH /internal/organizations/{organizationId}` */
export type ChangeOrganizationRequest = { verified: boolean };
/** `GET /internal/organizations/{organizationId}`, for the operator and for the account chooser. */
export type VerifiedOrganizationRecord = OrganizationRecord & { verified: boolean };

/**
 * `PUT /internal/organizations`: the organization of a name, created if there is none.
 */
export type EnsuredOrganization = VerifiedOrganizationRecord & { created: boolean };

/**
 * `PUT /internal/organizations/{organizationId}/api-keys`: the API key of a name, created if there is
 * none. The roles of an existing key stay.
 */
export type EnsureApiKeyRequest = { name: string; roles: string[] };
export type EnsuredApiKey = {
  id: string;
  name: string;
  roles: string[];
  created: boolean;
  /** Only in the response that created the key. */
  key?: string;
};

/** `POST /internal/organizations/{organizationId}/api-keys` */
export type CreateApiKeyRequest = { name?: string; roles: string[] };
/** The key is shown only in this response. */
export type CreatedApiKey = { id: string; key: string };

/** Tags that only the operator sets. */
export const operatorTags = ['built-by-service', 'featured'] as const;
export type OperatorTag = (typeof operatorTags)[number];

/** `PATCH /internal/apps/{name}/tags` */
export type ChangeTagsRequest = { add?: OperatorTag[]; remove?: OperatorTag[] };
export type ChangeTagsAnswer = { name: string; tags: string[] };

export const MAX_BLOCK_REASON_CHARACTERS = 500;

/** `PUT /internal/apps/{name}/block`; `DELETE` ends it. */
export type BlockAppRequest = { reason: string };
export type BlockedAppRecord = {
  name: string;
  blocked: {
    reason: string | null;
    /** ISO 8601. */
    since: string;
  } | null;
};

/** The app id of public apps, or with `*` at its end the beginning of app ids. */
export const reservedNamePattern = '^[A-Za-z0-9_]{1,128}\\*?$';

/** `POST /internal/reserved-names`; in place of a reservation of the same pattern. */
export type ReserveNameRequest = {
  pattern: string;
  /** The only organization that may register such a name; none may without it. */
  organizationId?: string;
};
/** Also the answer to `DELETE /internal/reserved-names/{pattern}`. */
export type ReservedName = { pattern: string; organizationId: string | null };

/** `GET /internal/reserved-names` */
export type ReservedNameList = { names: ReservedName[] };

/** The OAuth service's internal API. `POST /internal/accounts` */
export type CreateAccountRequest = {
  organizationId: string;
  email: string;
  /** Either this or `upstreamSubject`. */
  password?: string;
  /** The user's `sub` in ID tokens of the configured upstream provider. */
  upstreamSubject?: string;
  roles: string[];
};
export type CreatedAccount = { id: string };

/** A key that access tokens are signed with. */
export type SigningKeyRecord = {
  id: string;
  /** `next`: published, signs from `activeFrom`. `retired`: kept until its tokens have expired. */
  state: 'next' | 'signing' | 'retired';
  /** ISO 8601. */
  activeFrom: string;
};

/** `GET /internal/signing-keys` */
export type SigningKeyList = { keys: SigningKeyRecord[] };

/** `POST /internal/signing-keys`, which returns the new key. */
export type RotateSigningKeysRequest = {
  /** For a leaked key: withdraws all other keys at once, and the tokens that they signed. */
  immediate?: boolean;
};

/** Revokes access tokens that have not expired. */
export type Revocation = {
  id: string;
  /**
   * `token`: `value` is a token's `jti`. `grant`: its `gid`. `roles`: see {@link RolesRevision}; it
   * revokes the account's tokens of an earlier version whose scope goes beyond `roles`.
   */
  kind: 'token' | 'grant' | 'roles';
  value: string;
  /** Of `roles`: what the account still holds. */
  roles?: string[];
  /** When all tokens that it revokes have expired. ISO 8601. */
  expiresAt: string;
};

/**
 * `GET /internal/revocations?after=`: the revocations after that id, and recent ones before it,
 * because transactions do not commit in the order of their ids. Ascending ids.
 */
export type RevocationFeed = {
  revocations: Revocation[];
  /** Whether there are more, after the last of these. An OAuth service of the release before tells nothing. */
  more?: boolean;
};

/**
 * `POST /internal/grant-revocations`, after an organization has uninstalled an app: revokes its
 * users' grants for that installation.
 */
export type GrantRevocationRequest = {
  organizationId: string;
  clientId: string;
  /** Identifies the ended installation. ISO 8601. */
  installedSince: string;
};
export type GrantRevocationAnswer = { revoked: number };

/** `GET /internal/organizations/{organizationId}/user-roles?user=`; null for an unknown user. */
export type UserRoles = { roles: string[] | null };

/** `GET /internal/organizations/{organizationId}/grant-count?clientId=` */
export type GrantCount = { grants: number };

/** Requests of a client that were refused for the same reason. */
export type RefusedRequestRecord = {
  /** A pushed authorization request is an authorization request too. */
  endpoint: 'authorization' | 'token';
  /** The code of RFC 6749 section 4.1.2.1 or 5.2. */
  error: string;
  /** In English. */
  reason: string;
  count: number;
  /** ISO 8601, both. */
  firstAt: string;
  lastAt: string;
  /** The last one without its secrets, as `POST /v1/apps/doctor` takes it; null where it is not kept. */
  request: { url: string } | { tokenRequest: Record<string, string> } | null;
};

/** `GET /internal/clients/{clientId}/refused-requests`, the latest first; at most 50, of two weeks. */
export type RefusedRequestList = { refusedRequests: RefusedRequestRecord[] };

/** One day, as the specification says. */
export const ACCESS_TOKEN_SECONDS = 86_400;

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

/** The claims of an access token beyond RFC 9068. */
export type AccessTokenClaims = {
  /** The user's organization. */
  org: string;
  /** Digest of the grant's id. */
  gid: string;
  /** The `installedSince` of its installation, in milliseconds; left out for a first-party client. */
  ins?: number;
  /** The version of the user's roles. Tokens of the release before lack it: version 0. */
  rver?: number;
  /** When the user signed in, in seconds; of a first-party client only. */
  auth_time?: number;
};
