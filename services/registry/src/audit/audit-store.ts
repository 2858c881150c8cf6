import type { AuditEventRecord, AuditQuery, Change } from '@app-platform/contracts';
import type { RegistryAuditAction } from '@app-platform/contracts/audit-actions';
import type { AuditedRequest } from '@app-platform/http-api';
import { auditList, defineStatement, type Statements } from '@app-platform/runtime/database';

export type AuditStores = { audit: AuditStore };

export type AuditEvent = {
  actor: Actor;
  action: RegistryAuditAction;
  /** The object of the action: an app's `<name>-<version>`, an API key's id. */
  subject: string;
  /** Null for an event outside any organization. */
  organizationId: string | null;
  /** Without a trace where no request has caused it. */
  context: Omit<AuditedRequest, 'traceId'> & { traceId: string | null };
  before?: Record<string, unknown>;
  /** Never a secret. */
  after?: Record<string, unknown>;
};

/**
 * Who acts: a principal of the public API, the operator, or the service itself. An access token acts
 * for its user, as whom the OAuth service records its events too.
 */
export type Actor = {
  kind: 'api_key' | 'access_token' | 'operator' | 'service';
  id: string;
  userId?: string;
  clientId?: string;
};

/** An actor as audit events show it. */
export type AuditedActor = AuditEventRecord['actor'];

const RECORD_EVENT = defineStatement({
  name: 'record-audit-event',
  text: `
    INSERT INTO audit_event (organization_id, actor_type, actor_id, actor_client_id, action,
                             subject, request_id, trace_id, address, before, after)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
  parameters: {
    organizationId: 'text?',
    actorType: 'text',
    actorId: 'text',
    actorClientId: 'text?',
    action: 'text',
    subject: 'text',
    requestId: 'text',
    traceId: 'text?',
    address: 'text',
    before: 'json?',
    after: 'json?',
  },
  row: {},
});

/** Writes the audit row of a change, in the transaction of the change. A trigger adds it to the feed of changes. */
export class AuditStore {
  readonly #statements: Statements;
  readonly #noteChange: (change: Change) => void;

  /** @param noteChange called for each row */
  constructor(statements: Statements, noteChange: (change: Change) => void) {
    this.#statements = statements;
    this.#noteChange = noteChange;
  }

  async record(event: AuditEvent): Promise<void> {
    const { actor, context, before, after } = event;
    await this.#statements.rows(RECORD_EVENT, {
      organizationId: event.organizationId,
      ...columnsOf(actor),
      action: event.action,
      subject: event.subject,
      requestId: context.requestId,
      traceId: context.traceId,
      address: context.address,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    });
    const { action, organizationId, subject } = event;
    this.#noteChange({ action, organizationId, subject });
  }
}

export function auditedActor({ kind, id, userId, clientId }: Actor): AuditedActor {
  if (!userId) return { type: kind, id };
  return { type: 'account', id: userId, ...(clientId && { clientId }) };
}

function columnsOf(actor: Actor) {
  const { type, id, clientId } = auditedActor(actor);
  return { actorType: type, actorId: id, actorClientId: clientId ?? null };
}

const listEvents = auditList(
  { actorClientId: 'text?', before: 'json?', after: 'json?' },
  { actorClientId: 'actor_client_id', before: 'before', after: 'after' },
);

/**
 * The latest events of each subject, so that PostgreSQL looks them up by their index, however many others the
 * organization has.
 */
const LIST_EVENTS_OF_SUBJECTS = defineStatement({
  name: 'list-audit-events-of-subjects',
  text: `
    SELECT event.* FROM unnest($2::text[]) AS asked (subject) CROSS JOIN LATERAL (
      SELECT id, at, actor_type AS "actorType", actor_id AS "actorId", action, subject,
        request_id AS "requestId", trace_id AS "traceId", address,
        actor_client_id AS "actorClientId", before, after
      FROM audit_event
      WHERE organization_id = $1 AND subject = asked.subject
        AND at > now() - $4::int4 * interval '1 second' AND at < now() + interval '1 day'
        AND split_part(action, '.', 1) = ANY($3::text[])
      ORDER BY id DESC LIMIT $5::int4) event
    ORDER BY event.id DESC LIMIT $5::int4`,
  parameters: {
    organizationId: 'text',
    subjects: 'text[]',
    kinds: 'text[]',
    seconds: 'int4',
    most: 'int4',
  },
  row: {
    id: 'int8',
    at: 'timestamptz',
    actorType: 'text',
    actorId: 'text',
    action: 'text',
    subject: 'text',
    requestId: 'text',
    traceId: 'text?',
    address: 'text',
    actorClientId: 'text?',
    before: 'json?',
    after: 'json?',
  },
});

export type AuditedSubjects = {
  organizationId: string;
  subjects: readonly string[];
  /** What stands before the dot of an action. */
  kinds: readonly string[];
  /** How old an event may be. */
  seconds: number;
  most: number;
};

/** Reads audit events. */
export class AuditTrailStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** An organization's events, the latest first. */
  async list(query: AuditQuery & { app?: string }): Promise<AuditEventRecord[]> {
    return (await listEvents(this.#statements, query)).map(recordOf);
  }

  /** What was done to some subjects, the latest first. */
  async listOfSubjects(query: AuditedSubjects): Promise<AuditEventRecord[]> {
    return (await this.#statements.rows(LIST_EVENTS_OF_SUBJECTS, query)).map(recordOf);
  }
}

type Row = Omit<AuditEventRecord, 'id' | 'at' | 'actor'> & {
  id: bigint;
  at: Date;
  actorType: string;
  actorId: string;
  actorClientId: string | null;
};

function recordOf({ id, at, actorType, actorId, actorClientId, ...event }: Row): AuditEventRecord {
  const actor = { type: actorType, id: actorId, ...(actorClientId && { clientId: actorClientId }) };
  return { ...event, id: String(id), at: at.toISOString(), actor };
}
