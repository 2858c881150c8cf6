import type { AuditEventRecord, AuditQuery } from '@app-platform/contracts';
import type { OauthAuditAction } from '@app-platform/contracts/audit-actions';
import type { AuditedRequest } from '@app-platform/http-api';
import { auditList, defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';

/** Who acts. A refused sign-in has no known actor. */
export type Actor =
  | { kind: 'account' | 'api_key' | 'client'; id: string }
  | { kind: 'operator'; id: 'operator' }
  | { kind: 'service'; id: 'registry' }
  | { kind: 'unknown'; id: '' };

export const operator: Actor = { kind: 'operator', id: 'operator' };
export const registry: Actor = { kind: 'service', id: 'registry' };
export const unknown: Actor = { kind: 'unknown', id: '' };

export type AuditEvent = {
  actor: Actor;
  action: OauthAuditAction;
  /** The id of an account, a client or a key, or the digest of a grant's id. */
  subject: string;
  /** Null for an event of no organization. */
  organizationId: string | null;
  context: AuditedRequest;
  /** Never a secret, nor text that a user may have typed into the wrong field. */
  detail?: Record<string, unknown>;
};

/** In the order of the events, which is the order of their ids. */
const RECORD_EVENTS = defineStatement({
  name: 'record-audit-events',
  text: `
    INSERT INTO audit_event (organization_id, actor_type, actor_id, action, subject, request_id,
      trace_id, address, detail)
    SELECT organization_id, actor_type, actor_id, action, subject, request_id, trace_id, address, detail::json
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
        $9::text[]) WITH ORDINALITY
      AS e (organization_id, actor_type, actor_id, action, subject, request_id, trace_id, address, detail, number)
    ORDER BY number`,
  parameters: {
    organizationId: 'text[]',
    actorType: 'text[]',
    actorId: 'text[]',
    action: 'text[]',
    subject: 'text[]',
    requestId: 'text[]',
    traceId: 'text[]',
    address: 'text[]',
    detail: 'text[]',
  },
  row: {},
});

const listEvents = auditList({ detail: 'json?' }, { detail: 'detail' });

export type AuditStores = { audit: AuditStore };

/** Audit events. Each is stored in the transaction of the change that it describes. */
export class AuditStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  async record(event: AuditEvent): Promise<void> {
    await this.recordAll([event]);
  }

  /** Records events in one statement. */
  async recordAll(events: readonly AuditEvent[]): Promise<void> {
    await this.#database.statements.rows(RECORD_EVENTS, {
      organizationId: events.map(({ organizationId }) => organizationId),
      actorType: events.map(({ actor }) => actor.kind),
      actorId: events.map(({ actor }) => actor.id),
      action: events.map(({ action }) => action),
      subject: events.map(({ subject }) => subject),
      requestId: events.map(({ context }) => context.requestId),
      traceId: events.map(({ context }) => context.traceId),
      address: events.map(({ context }) => context.address),
      detail: events.map(({ detail }) => (detail ? JSON.stringify(detail) : null)),
    });
  }

  /** An organization's events, the latest first. */
  async list(query: AuditQuery): Promise<AuditEventRecord[]> {
    const rows = await listEvents(this.#database.statements, query);
    return rows.map(({ id, at, actorType, actorId, detail, ...event }) => ({
      ...event,
      before: null,
      after: detail,
      id: String(id),
      at: at.toISOString(),
      actor: { type: actorType, id: actorId },
    }));
  }
}
