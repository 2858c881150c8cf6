import { storableText } from './storable-text.ts';

/** An instant in UTC, in ISO 8601, of this millennium. */
export const instantPattern =
  '^2\\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3])(:[0-5]\\d){2}(\\.\\d{1,3})?Z$';

/** Which audit events are asked for; all conditions hold at once. */
export type AuditFilter = {
  /** Such as `app_version.registered`. */
  action?: string;
  /** Id of the credential, account, client or operator that acted. */
  actor?: string;
  /** What was acted on. */
  subject?: string;
  /** ISO 8601; events from then on. */
  from?: string;
  /** ISO 8601; events before then. */
  until?: string;
};

/** One audit event of one of the services. */
export type AuditEventRecord = {
  /** A number, rising with time, of its service. */
  id: string;
  /** ISO 8601. */
  at: string;
  actor: { type: string; id: string };
  action: string;
  subject: string;
  requestId: string;
  /** Of the trace that the request was part of; null for what was recorded before there were any. */
  traceId: string | null;
  /** The caller's network address. */
  address: string;
  before: unknown;
  after: unknown;
};

/** `GET /internal/organizations/{organizationId}/audit-events` of the OAuth service. The latest first. */
export type AuditEventList = { events: AuditEventRecord[] };

/** What is asked of one service: the latest events of an organization before one of them. */
export type AuditQuery = AuditFilter & {
  organizationId: string;
  /** Id of an event; nothing for the latest. */
  before?: string;
  /** The most events to answer with. */
  size: number;
};

/** The form of each field of a query, as parameters. */
export const auditFilterSchemas = {
  action: { type: 'string', pattern: '^[a-z_]{1,64}\\.[a-z_]{1,64}$' },
  actor: { type: 'string', minLength: 1, maxLength: 256, ...storableText },
  subject: { type: 'string', minLength: 1, maxLength: 512, ...storableText },
  from: { type: 'string', pattern: instantPattern },
  until: { type: 'string', pattern: instantPattern },
} as const;
