/**
 * The registry's internal API, as the OAuth service and the operator's command line speak it.
 * It listens on a port of its own that is never routed from outside.
 */

/** What the OAuth service needs to know of a client. `GET /internal/clients/{clientId}` */
export type ClientRecord = {
  clientId: string;
  /** The app's name: for a private app `<app>_<orgId>`. */
  app: string;
  title: string;
  iconUrl: string | null;
  /** Name of the developer, for the consent page. */
  developer: string | null;
  redirectUris: string[];
  /** The organization that registered the app. */
  organizationId: string;
  visibility: 'private' | 'public';
  hasSecret: boolean;
  /** Whether any organization has the app installed. */
  installed: boolean;
  /**
   * Since when the organization of `?organizationId=` has it installed; null where it has not, and
   * where none was asked about. It names the
   * installation: what was granted for another one counts no more, whatever clocks say.
   */
  installedSince: string | null;
  /** The name of that organization; null where none was asked about. */
  organizationName: string | null;
};

/** `POST /internal/clients/{clientId}/secret-checks` */
export type SecretCheckRequest = { secret: string };
export type SecretCheckAnswer = { valid: boolean };

/** How many plain token requests may be checked at once. */
export const MOST_TOKEN_REQUEST_CHECKS = 50;

/** All that a plain token request asks the registry. */
export type TokenRequestCheck = { clientId: string; secret: string; organizationId: string };
export type TokenRequestVerdict = {
  clientId: string;
  secretValid: boolean;
  /** As in {@link ClientRecord}, of that organization. */
  installedSince: string | null;
};

/** `POST /internal/token-request-checks` */
export type TokenRequestChecks = { checks: TokenRequestCheck[] };
/** In the order of the checks. */
export type TokenRequestVerdicts = { verdicts: TokenRequestVerdict[] };

/** `POST /internal/organizations` */
export type CreateOrganizationRequest = { name: string };
export type OrganizationRecord = { id: string; name: string };

/** `POST /internal/organizations/{organizationId}/api-keys` */
export type CreateApiKeyRequest = { name?: string; roles: string[] };
/** The key is shown in this answer and never again. */
export type CreatedApiKey = { id: string; key: string };

/** Tags that only the operator sets. */
export const operatorTags = ['built-by-service', 'featured'] as const;
export type OperatorTag = (typeof operatorTags)[number];

/** `PATCH /internal/apps/{name}/tags` */
export type ChangeTagsRequest = { add?: OperatorTag[]; remove?: OperatorTag[] };
export type ChangeTagsAnswer = { name: string; tags: string[] };

/** The OAuth service's internal API. `POST /internal/accounts` */
export type CreateAccountRequest = {
  organizationId: string;
  email: string;
  /** This or `upstreamSubject`. */
  password?: string;
  /** Who somebody is at the configured upstream provider: the `sub` of its ID tokens. */
  upstreamSubject?: string;
  roles: string[];
};
export type CreatedAccount = { id: string };

/** A key that access tokens are signed with. */
export type SigningKeyRecord = {
  id: string;
  /** `next`: published, signs from `activeFrom`. `retired`: kept until what it signed has expired. */
  state: 'next' | 'signing' | 'retired';
  /** ISO 8601. */
  activeFrom: string;
};

/** `GET /internal/signing-keys` */
export type SigningKeyList = { keys: SigningKeyRecord[] };

/** `POST /internal/signing-keys`, which answers the new key. */
export type RotateSigningKeysRequest = {
  /** For a key that has leaked: withdraws every other one at once, with the tokens that it signed. */
  immediate?: boolean;
};

/** Something that access tokens are refused for, although they are valid by themselves. */
export type Revocation = {
  id: string;
  /** `token`: `value` is a token's `jti`. `grant`: its `gid`. */
  kind: 'token' | 'grant';
  value: string;
  /** When every token that it speaks of has expired by itself. ISO 8601. */
  expiresAt: string;
};

/**
 * `GET /internal/revocations?after=`: what was revoked since, by ascending ids, and before it what is
 * recent, for transactions do not end in the order in which they took their ids.
 */
export type RevocationFeed = {
  revocations: Revocation[];
  /** Whether there are more, after the last of these. An OAuth service of the release before tells nothing. */
  more?: boolean;
};

/**
 * `POST /internal/grant-revocations`: an organization has uninstalled an app. Its users' grants to
 * the app end, those that were made for that installation.
 */
export type GrantRevocationRequest = {
  organizationId: string;
  clientId: string;
  /** Of the installation that has ended. ISO 8601. */
  installedSince: string;
};
export type GrantRevocationAnswer = { revoked: number };

/** What an access token carries beyond RFC 9068. */
export type AccessTokenClaims = {
  /** The user's organization. */
  org: string;
  /** Digest of the grant's id. */
  gid: string;
  /** The `installedSince` of the installation that it is issued for, in milliseconds. */
  ins: number;
};
