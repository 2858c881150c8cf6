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

/** One audit event. */
export type AuditEventRecord = {
  /** A number that rises with time, unique within its service. */
  id: string;
  /** ISO 8601. */
  at: string;
  actor: {
    type: string;
    id: string;
    /** The app through which an account changed something at the registry. */
    clientId?: string;
  };
  action: string;
  subject: string;
  requestId: string;
  /** Trace id of the request; null for events from before tracing. */
  traceId: string | null;
  /** The caller's network address. */
  address: string;
  before: unknown;
  after: unknown;
};

/** `GET /internal/organizations/{organizationId}/audit-events` of the OAuth service, latest first. */
export type AuditEventList = { events: AuditEventRecord[] };

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
