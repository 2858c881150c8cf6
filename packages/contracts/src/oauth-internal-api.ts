import { type Static, Type } from '@sinclair/typebox';
import { assistantPolicies } from './assistant-policy.ts';
import {
  choice,
  clientId,
  closed,
  type FromEitherRelease,
  flag,
  instant,
  organizationId,
  rowCounts,
  text,
  textOrNull,
  texts,
  textsOrNull,
} from './internal-schemas.ts';
import { PERSON_NAME_MAX_LENGTH } from './person-name.ts';
import { rolePattern } from './roles.ts';

/*
 * The internal API of the OAuth service, used by the registry and the operator's command line. It has
 * its own port, which is never routed from outside.
 */

/** The name of a user, as a body has it. */
export const PersonName = Type.String({
  description: 'The name of the user, as other people see it. One line.',
  minLength: 1,
  maxLength: PERSON_NAME_MAX_LENGTH,
});

/** `POST /internal/accounts` */
export const CreateAccountRequest = closed({
  organizationId,
  email: Type.String({
    description: 'An email address.',
    maxLength: 320,
    pattern: '^[^\\s@]+@[^\\s@]+$',
  }),
  name: Type.Optional(PersonName),
  /** Either this or `upstreamSubject`. */
  password: Type.Optional(
    Type.String({ description: 'At least 8 characters.', minLength: 8, maxLength: 1024 }),
  ),
  /** The user's `sub` in ID tokens of the configured upstream provider. */
  upstreamSubject: Type.Optional(
    Type.String({
      description: 'At most 255 ASCII characters.',
      pattern: '^[\\x20-\\x7e]{1,255}$',
    }),
  ),
  roles: Type.Array(
    Type.String({
      description: 'A role is `org` and lower-case words joined with dots, such as org.admin.apps.',
      pattern: rolePattern,
    }),
    { maxItems: 64 },
  ),
});
export type CreateAccountRequest = Static<typeof CreateAccountRequest>;
export const CreatedAccount = closed({ id: text });
export type CreatedAccount = Static<typeof CreatedAccount>;

/** A key that access tokens are signed with. */
export const SigningKeyRecord = closed({
  id: text,
  /** `next`: published, signs from `activeFrom`. `retired`: kept until its tokens have expired. */
  state: choice(['next', 'signing', 'retired']),
  /** ISO 8601. */
  activeFrom: text,
});
export type SigningKeyRecord = Static<typeof SigningKeyRecord>;

/** `GET /internal/signing-keys` */
export const SigningKeyList = closed({ keys: Type.Array(SigningKeyRecord) });
export type SigningKeyList = Static<typeof SigningKeyList>;

/** `POST /internal/signing-keys`, which returns the new key. */
export const RotateSigningKeysRequest = closed({
  /** For a leaked key. */
  immediate: Type.Optional(
    Type.Boolean({
      description: 'Withdraws every other key at once, with the tokens that it signed.',
    }),
  ),
});
export type RotateSigningKeysRequest = Static<typeof RotateSigningKeysRequest>;

/** Revokes access tokens that have not expired. */
const revocation = closed({
  id: text,
  /**
   * `token`: `value` is a token's `jti`. `grant`: its `gid`. `roles`: a `RolesRevision`; it revokes the
   * account's tokens of an earlier version whose scope goes beyond `roles`, and all where there are none.
   */
  kind: choice(['token', 'grant', 'roles']),
  value: text,
  /** Of `roles`: what the account still holds. */
  roles: Type.Optional(texts),
  /**
   * Of `grant`: `value` is a `formatEndedGrants`, and the tokens of its grants that were created until then are
   * revoked. ISO 8601.
   */
  until: Type.Optional(text),
  /** When all tokens that it revokes have expired. ISO 8601. */
  expiresAt: text,
});
export type Revocation = Static<typeof revocation>;

/**
 * `GET /internal/revocations?after=`: the revocations after that id, and recent ones before it,
 * because transactions do not commit in the order of their ids. Ascending ids.
 */
export const RevocationFeed = closed({
  revocations: Type.Array(revocation),
  /** Whether there are more, after the last of these. */
  more: flag,
});
export type RevocationFeed = FromEitherRelease<typeof RevocationFeed, 'more'>;

/**
 * `POST /internal/grant-revocations`, after an organization has uninstalled an app: revokes its
 * users' grants for that installation.
 */
export const GrantRevocationRequest = closed({
  organizationId,
  clientId,
  /** Identifies the ended installation. */
  installedSince: instant,
});
export type GrantRevocationRequest = Static<typeof GrantRevocationRequest>;
export const GrantRevocationResponse = closed({
  revoked: Type.Integer(),
  /** Whether grants are left: the same request revokes more. */
  more: flag,
});
export type GrantRevocationResponse = FromEitherRelease<typeof GrantRevocationResponse, 'more'>;

/** `POST /internal/organization-removals`, while the registry deletes an organization. */
export const OrganizationRemovalRequest = closed({
  organizationId,
  /** Apps of the organization. */
  clientIds: Type.Array(clientId, { maxItems: 100 }),
});
export type OrganizationRemovalRequest = Static<typeof OrganizationRemovalRequest>;
export const OrganizationRemovalResponse = closed({
  /** Whether rows are left: the same request removes more. */
  more: flag,
  /** All that was removed of the organization until now, where nothing is left. */
  removed: rowCounts,
});
export type OrganizationRemovalResponse = Static<typeof OrganizationRemovalResponse>;

/** `GET /internal/organizations/{organizationId}/user-roles?user=`; null for an unknown user. */
export const UserRoles = closed({ roles: textsOrNull });
export type UserRoles = Static<typeof UserRoles>;

/** `GET /internal/organizations/{organizationId}/users/{userId}/identity`; null, both, for an unknown user. */
export const UserIdentity = closed({ name: textOrNull, email: textOrNull });
export type UserIdentity = Static<typeof UserIdentity>;

/** `GET /internal/organizations/{organizationId}/policies`: what the registry enforces. */
export const OrganizationPolicies = closed({ assistants: choice(assistantPolicies) });
export type OrganizationPolicies = Static<typeof OrganizationPolicies>;

/**
 * `POST /internal/organizations/{organizationId}/installation-request-mails`, after a user has requested an app that nobody
 * requests yet.
 */
export const InstallationRequestMail = closed({
  /** Who asks. */
  userId: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  /** The app's name. */
  app: text,
  title: text,
  note: text,
});
export type InstallationRequestMail = Static<typeof InstallationRequestMail>;
/** Whether mails may follow: a mail server is configured. */
export const InstallationRequestMailResponse = closed({ accepted: flag });
export type InstallationRequestMailResponse = Static<typeof InstallationRequestMailResponse>;

/** `GET /internal/organizations/{organizationId}/grant-count?clientId=` */
export const GrantCount = closed({ grants: Type.Integer() });
export type GrantCount = Static<typeof GrantCount>;

/** Requests of a client that were refused for the same reason. */
const refusedRequest = closed({
  /** A pushed authorization request is an authorization request too. */
  endpoint: choice(['authorization', 'token']),
  /** The code of RFC 6749 section 4.1.2.1 or 5.2. */
  error: text,
  /** In English. */
  reason: text,
  count: Type.Integer(),
  /** ISO 8601, both. */
  firstAt: text,
  lastAt: text,
  /** The last one without its secrets, as `POST /v1/apps/doctor` takes it; null where it is not kept. */
  request: Type.Unsafe<{ url: string } | { tokenRequest: Record<string, string> } | null>({
    oneOf: [
      closed({ url: text }),
      closed({
        tokenRequest: Type.Unsafe<Record<string, string>>({
          type: 'object',
          additionalProperties: text,
        }),
      }),
      Type.Null(),
    ],
  }),
});
export type RefusedRequestRecord = Static<typeof refusedRequest>;

/** `GET /internal/clients/{clientId}/refused-requests`, the latest first; at most 50, of two weeks. */
export const RefusedRequestList = closed({ refusedRequests: Type.Array(refusedRequest) });
export type RefusedRequestList = Static<typeof RefusedRequestList>;

/** `POST /internal/refused-requests`: those of some clients since a time. Polled while somebody follows their logs. */
export const RecentRefusedRequestsQuery = closed({
  clientIds: Type.Array(clientId, { maxItems: 1_000 }),
  since: instant,
});
export type RecentRefusedRequestsQuery = Static<typeof RecentRefusedRequestsQuery>;
export const RecentRefusedRequests = closed({
  /** At most a thousand, the latest first. */
  refusedRequests: Type.Array(closed({ clientId: text, ...refusedRequest.properties })),
});
export type RecentRefusedRequests = Static<typeof RecentRefusedRequests>;

const auditEvent = closed({
  /** A number that rises with time, unique within its service. */
  id: text,
  /** ISO 8601. */
  at: text,
  actor: closed({ type: text, id: text }),
  action: text,
  subject: text,
  requestId: text,
  /** Trace id of the request; null for events from before tracing. */
  traceId: textOrNull,
  /** The caller's network address. */
  address: text,
  before: Type.Unknown(),
  after: Type.Unknown(),
});
export type OauthAuditEvent = Static<typeof auditEvent>;

/** `GET /internal/organizations/{organizationId}/audit-events`, the latest first. */
export const AuditEventList = closed({ events: Type.Array(auditEvent) });
export type AuditEventList = Static<typeof AuditEventList>;
