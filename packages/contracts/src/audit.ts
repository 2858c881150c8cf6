import type { OauthAuditEvent } from './oauth-internal-api.ts';
import { storableText } from './storable-text.ts';

/** An instant of this millennium, in UTC and ISO 8601. */
export const instantPattern =
  '^2\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3])(:[0-5]\\d){2}(\\.\\d{1,3})?Z$';

/** Conditions on audit events; all must hold. */
export type AuditFilter = {
  /** Such as `app_version.registered`. */
  action?: string;
  /** Id of the credential, account, client or operator that acted. */
  actor?: string;
  /** Id of the changed record. */
  subject?: string;
  /** ISO 8601, inclusive. */
  from?: string;
  /** ISO 8601, exclusive. */
  until?: string;
};

/** One audit event. `clientId` is the app through which an account changed something at the registry. */
export type AuditEventRecord = OauthAuditEvent & { actor: { clientId?: string } };

/** A query to one service: the latest events of an organization before a given event. */
export type AuditQuery = AuditFilter & {
  organizationId: string;
  /** Id of an event; undefined for the latest events. */
  before?: string;
  /** The maximum number of events. */
  size: number;
};

/** JSON Schemas of the filter's query parameters. */
export const auditFilterSchemas = {
  action: { type: 'string', pattern: '^[a-z_]{1,64}\\.[a-z_]{1,64}$' },
  actor: { type: 'string', minLength: 1, maxLength: 256, ...storableText },
  subject: { type: 'string', minLength: 1, maxLength: 512, ...storableText },
  from: { type: 'string', pattern: instantPattern },
  until: { type: 'string', pattern: instantPattern },
} as const;
