import { type Static, Type } from '@sinclair/typebox';
import {
  choice,
  clientId,
  closed,
  type FromEitherRelease,
  flag,
  organizationId,
  rowCounts,
  text,
  textOrNull,
  texts,
  textsOrNull,
} from './internal-schemas.ts';
import { operatorTags } from './operator-tags.ts';
import { rolePattern } from './roles.ts';

/*
 * The internal API of the registry, used by the OAuth service and the operator's command line. It has
 * its own port, which is never routed from outside.
 */

/**
 * The most that tokens of an installation may have, beside what the user holds. null allows any role.
 * A ceiling grants nothing. `declared` is by the definition of the installed version, `allowed` by the
 * administrator who installed the app.
 */
export type RoleCeilings = Static<typeof roleCeilings>;
const roleCeilings = closed({ declared: textsOrNull, allowed: textsOrNull });

/**
 * Who may use an installed app: these users, and whoever holds one of the roles. The operator's block and the ceilings
 * stand above it.
 */
export type AppLimit = Static<typeof appLimit>;
const appLimit = closed({ users: texts, roles: texts });
const appLimitOrNull = Type.Unsafe<AppLimit | null>({ ...appLimit, type: ['object', 'null'] });

/** An organization as the owner of an app. The operator decides which organizations are verified. */
export type AppOwner = Static<typeof appOwner>;
const appOwner = closed({ name: text, verified: flag });

/** A client, for the OAuth service. `GET /internal/clients/{clientId}` */
export const ClientRecord = closed({
  clientId: text,
  /** The app's name: for a private app `<app>_<orgId>`. */
  app: text,
  title: text,
  /** A path of the registry where the definition holds the icon itself. */
  iconUrl: textOrNull,
  /** Name of the developer, as the app says. */
  developer: textOrNull,
  /**
   * With `?organizationId=` those of the version that the organization has installed, without it those
   * of every installed version. Of the current version if there is no such version.
   */
  redirectUris: texts,
  /** The most that the app may ask for; null where it does not say. */
  roles: textsOrNull,
  /** The organization that registered the app. */
  organizationId: text,
  /** The same, for the consent page. */
  owner: appOwner,
  visibility: choice(['private', 'public']),
  hasSecret: flag,
  /** Whether any organization has the app installed. */
  installed: flag,
  /** Why the operator blocks the app; null for one that is not blocked. */
  blockedReason: textOrNull,
  /**
   * When the organization of `?organizationId=` installed the app, or when the last block of
   * the app ended, if that was later; null if it has not, for a blocked app, for a suspended
   * organization, or without that parameter. It identifies the installation: grants for another installation are void.
   */
  installedSince: textOrNull,
  /** Whether the policy of that organization refuses the app, which it has installed. */
  refusedByPolicy: flag,
  /** Of that installation. */
  ceilings: roleCeilings,
  /** Who may use that installation; null for everybody. */
  limit: appLimitOrNull,
  /** The name of that organization; null without that parameter. */
  organizationName: textOrNull,
  /** Why the operator suspends that organization; null for one that is not suspended. */
  suspendedReason: textOrNull,
});
export type ClientRecord = FromEitherRelease<
  typeof ClientRecord,
  'owner' | 'blockedReason' | 'ceilings' | 'limit' | 'refusedByPolicy' | 'suspendedReason'
>;

/** `GET /internal/organizations/{organizationId}/client-ids/{app}` */
export const ClientIdList = closed({ clientIds: texts });
export type ClientIdList = Static<typeof ClientIdList>;

const secret = Type.String({ minLength: 1, maxLength: 1024 });

/** `POST /internal/clients/{clientId}/secret-checks` */
export const SecretCheckRequest = closed({ secret });
export type SecretCheckRequest = Static<typeof SecretCheckRequest>;
export const SecretCheckResponse = closed({ valid: flag });
export type SecretCheckResponse = Static<typeof SecretCheckResponse>;

/** The maximum number of checks in one request. */
export const MAX_TOKEN_REQUEST_CHECKS = 50;

const tokenRequestCheck = closed({
  clientId,
  secret,
  organizationId,
});
/** The registry's part in a token request: the client's secret and installation. */
export type TokenRequestCheck = Static<typeof tokenRequestCheck>;

const tokenRequestVerdict = closed({
  clientId: text,
  secretValid: flag,
  /** As in {@link ClientRecord}, of that organization, both. */
  installedSince: textOrNull,
  /**
   * Some of the redirect URIs of the version that is installed there; null if it is not the current
   * version.
   */
  redirectUris: textsOrNull,
  ceilings: roleCeilings,
  limit: appLimitOrNull,
});
export type TokenRequestVerdict = FromEitherRelease<
  typeof tokenRequestVerdict,
  'redirectUris' | 'ceilings' | 'limit'
>;

/** `POST /internal/token-request-checks` */
export const TokenRequestChecks = closed({
  checks: Type.Array(tokenRequestCheck, { minItems: 1, maxItems: MAX_TOKEN_REQUEST_CHECKS }),
});
export type TokenRequestChecks = Static<typeof TokenRequestChecks>;
/** In the order of the checks. */
export const TokenRequestVerdicts = closed({ verdicts: Type.Array(tokenRequestVerdict) });
export type TokenRequestVerdicts = { verdicts: TokenRequestVerdict[] };

const tokenRequestClient = closed({
  clientId: text,
  /** The app's name, by which changes name it. */
  app: text,
  /** The organization that registered it: its deletion blocks the app. */
  ownerId: text,
  /** As in {@link TokenRequestVerdict}, all four. */
  installedSince: textOrNull,
  redirectUris: textsOrNull,
  ceilings: roleCeilings,
  limit: appLimitOrNull,
  /** Those that have not expired. */
  secrets: Type.Array(closed({ digest: text, expiresAt: textOrNull })),
});
/** What a token request of a client needs to know in an organization. Digests are SHA-256 in base64. */
export type TokenRequestClient = Static<typeof tokenRequestClient>;

const tokenRequestParties = closed({ clientId, organizationId });
export type TokenRequestParties = Static<typeof tokenRequestParties>;

/** `POST /internal/token-request-clients` */
export const TokenRequestClientQuestions = closed({
  clients: Type.Array(tokenRequestParties, { minItems: 1, maxItems: MAX_TOKEN_REQUEST_CHECKS }),
});
export type TokenRequestClientQuestions = Static<typeof TokenRequestClientQuestions>;
/** In the order of the questions; null for an unknown client. */
export const TokenRequestClients = closed({
  clients: Type.Array(Type.Union([tokenRequestClient, Type.Null()])),
});
export type TokenRequestClients = Static<typeof TokenRequestClients>;

const checkedCaller = closed({
  kind: choice(['api_key', 'access_token']),
  /** The API key's id, or the id of the access token's user. */
  id: text,
  organizationId: text,
  roles: texts,
  /** The client of an access token; null for an API key. */
  clientId: textOrNull,
  /** When the user of an access token signed in (`auth_time`), where the token says so. ISO 8601. */
  authenticatedAt: textOrNull,
});
export type CheckedCaller = Static<typeof checkedCaller>;

/** `POST /internal/credential-checks`: whom a bearer credential of the public API identifies. */
export const CredentialCheckRequest = closed({
  // The registry accepts shorter ones only.
  credential: Type.String({ minLength: 1, maxLength: 16_384 }),
});
export type CredentialCheckRequest = Static<typeof CredentialCheckRequest>;
export const CredentialCheckResponse = closed({
  /** null for an invalid credential, and for a token that is bound to a key (DPoP). */
  caller: Type.Unsafe<CheckedCaller | null>({ ...checkedCaller, type: ['object', 'null'] }),
  /** Of a valid credential without a caller: why the operator suspends its organization. */
  suspendedReason: textOrNull,
});
export type CredentialCheckResponse = FromEitherRelease<
  typeof CredentialCheckResponse,
  'suspendedReason'
>;

/** `POST /internal/organizations` */
export const CreateOrganizationRequest = closed({
  name: Type.String({ minLength: 1, maxLength: 256 }),
});
export type CreateOrganizationRequest = Static<typeof CreateOrganizationRequest>;
export const OrganizationRecord = closed({ id: text, name: text });
export type OrganizationRecord = Static<typeof OrganizationRecord>;

/** `PATCH /internal/organizations/{organizationId}` */
export const ChangeOrganizationRequest = closed({ verified: flag });
export type ChangeOrganizationRequest = Static<typeof ChangeOrganizationRequest>;
export const VerifiedOrganizationRecord = closed({ id: text, name: text, verified: flag });
export type VerifiedOrganizationRecord = Static<typeof VerifiedOrganizationRecord>;

/** `GET /internal/organizations/{organizationId}`, for the operator and for sign-ins. */
export const OrganizationState = closed({
  id: text,
  name: text,
  verified: flag,
  /** Why the operator suspends it; null for one that is not suspended. */
  suspendedReason: textOrNull,
});
export type OrganizationState = FromEitherRelease<typeof OrganizationState, 'suspendedReason'>;

/** `PUT /internal/organizations`: the organization of a name, created if there is none. */
export const EnsuredOrganization = closed({ id: text, name: text, verified: flag, created: flag });
export type EnsuredOrganization = Static<typeof EnsuredOrganization>;

/**
 * `PUT /internal/organizations/{organizationId}/api-keys`: the API key of a name, created if there is
 * none. The roles of an existing key stay.
 */
export const EnsureApiKeyRequest = closed({
  name: Type.String({ minLength: 1, maxLength: 128 }),
  roles: Type.Array(Type.String({ pattern: rolePattern }), { minItems: 1, maxItems: 64 }),
});
export type EnsureApiKeyRequest = Static<typeof EnsureApiKeyRequest>;
export const EnsuredApiKey = closed({
  id: text,
  name: text,
  roles: texts,
  created: flag,
  /** Only in the response that created the key. */
  key: Type.Optional(text),
});
export type EnsuredApiKey = Static<typeof EnsuredApiKey>;

/** `POST /internal/organizations/{organizationId}/api-keys`, and `POST /v1/api-keys` of the public API. */
export const CreateApiKeyRequest = closed({
  name: Type.Optional(
    Type.String({
      description: 'What people know the key by; empty where it is left out.',
      maxLength: 128,
    }),
  ),
  roles: Type.Array(
    Type.String({
      description: 'A role is `org` and lower-case words joined with dots, such as org.admin.apps.',
      pattern: rolePattern,
    }),
    { description: 'The roles that the key holds.', minItems: 1, maxItems: 64 },
  ),
});
export type CreateApiKeyRequest = Static<typeof CreateApiKeyRequest>;
/** The key is shown only in this response. */
export const CreatedApiKey = closed({ id: text, key: text });
export type CreatedApiKey = Static<typeof CreatedApiKey>;

const tags = Type.Array(choice(operatorTags), { uniqueItems: true });

/** `PATCH /internal/apps/{name}/tags` */
export const ChangeTagsRequest = closed({ add: Type.Optional(tags), remove: Type.Optional(tags) });
export type ChangeTagsRequest = Static<typeof ChangeTagsRequest>;
export const ChangeTagsResponse = closed({ name: text, tags: texts });
export type ChangeTagsResponse = Static<typeof ChangeTagsResponse>;

const reason = Type.String({
  description: 'One line of text, which developers, administrators and users see.',
  minLength: 1,
  maxLength: 500,
  pattern: '^[^\\u0000-\\u001f\\u007f]*\\S[^\\u0000-\\u001f\\u007f]*$',
});
/** Why the operator refuses something. `since` in ISO 8601. */
const refusal = closed({ reason: textOrNull, since: text });
const refusalOrNull = Type.Unsafe<Static<typeof refusal> | null>({
  ...refusal,
  type: ['object', 'null'],
});

/** `PUT /internal/organizations/{organizationId}/suspension`; `DELETE` ends it. */
export const SuspendOrganizationRequest = closed({ reason });
export type SuspendOrganizationRequest = Static<typeof SuspendOrganizationRequest>;
export const SuspendedOrganizationRecord = closed({
  id: text,
  name: text,
  suspended: refusalOrNull,
});
export type SuspendedOrganizationRecord = Static<typeof SuspendedOrganizationRecord>;

/** `PUT` and `GET /internal/organizations/{organizationId}/deletion` */
export const OrganizationDeletionRecord = closed({
  id: text,
  state: choice(['running', 'finished']),
  /** So far, by service. Those of the OAuth service are known at the end. */
  removed: closed({ registry: rowCounts, oauth: rowCounts }),
});
export type OrganizationDeletionRecord = Static<typeof OrganizationDeletionRecord>;

/** `PUT /internal/apps/{name}/block`; `DELETE` ends it. */
export const BlockAppRequest = closed({ reason });
export type BlockAppRequest = Static<typeof BlockAppRequest>;
export const BlockedAppRecord = closed({ name: text, blocked: refusalOrNull });
export type BlockedAppRecord = Static<typeof BlockedAppRecord>;

/** The app id of public apps, or with `*` at its end the beginning of app ids. */
export const reservedNameSchema = Type.String({
  description: "An app id, or with `*` at its end the beginning of app ids, such as 'acme*'.",
  pattern: '^[A-Za-z0-9_]{1,128}\\*?$',
});

/** `POST /internal/reserved-names`; in place of a reservation of the same pattern. */
export const ReserveNameRequest = closed({
  pattern: reservedNameSchema,
  /** The only organization that may register such a name; none may without it. */
  organizationId: Type.Optional(organizationId),
});
export type ReserveNameRequest = Static<typeof ReserveNameRequest>;
/** Also the response of `DELETE /internal/reserved-names/{pattern}`. */
export const ReservedName = closed({ pattern: text, organizationId: textOrNull });
export type ReservedName = Static<typeof ReservedName>;

/** `GET /internal/reserved-names` */
export const ReservedNameList = closed({ names: Type.Array(ReservedName) });
export type ReservedNameList = Static<typeof ReservedNameList>;
