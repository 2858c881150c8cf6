import type { AuditEventRecord, AuditQuery } from '@app-platform/contracts';
import type { OauthAuditAction } from '@app-platform/contracts/audit-actions';
import type { AuditedRequest } from '@app-platform/http-api';
import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';
import { Prisma } from '../database/generated/client.ts';

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

/** The filters that have an index of their own, with their columns. */
const FILTERS = { action: 'action', actor: 'actor_id', subject: 'subject' } as const;

/** @param indexed the filter that is always present, so that its index can be used */
function listStatement(indexed?: keyof typeof FILTERS) {
  const filters = Object.entries(FILTERS).map(([name, column], index) => {
    const isEqual = `${column} = $${index + 2}`;
    return name === indexed ? isEqual : `($${index + 2}::text IS NULL OR ${isEqual})`;
  });
  return defineStatement({
    name: `list-audit-events${indexed ? `-by-${indexed}` : ''}`,
    text: `
      SELECT id, at, actor_type AS "actorType", actor_id AS "actorId", action, subject,
        request_id AS "requestId", trace_id AS "traceId", address, detail
      FROM audit_event
      WHERE organization_id = $1 AND ${filters.join(' AND ')}
        AND id < $5 AND at >= $6 AND at < $7
      ORDER BY id DESC LIMIT $8::int4`,
    parameters: {
      organizationId: 'text',
      action: 'text?',
      actor: 'text?',
      subject: 'text?',
      before: 'int8',
      from: 'timestamptz',
      until: 'timestamptz',
      size: 'int4',
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
      detail: 'json?',
    },
  });
}

const LIST_EVENTS = {
  subject: listStatement('subject'),
  actor: listStatement('actor'),
  action: listStatement('action'),
  all: listStatement(),
};

const HIGHEST_ID = 2n ** 63n - 1n;
const EARLIEST = new Date(0);
const LATEST = new Date('9999-12-31T23:59:59.999Z');

export type AuditStores = { audit: AuditStore };

/** Audit events. Each is stored in the transaction of the change that it describes. */
export class AuditStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  async record(event: AuditEvent): Promise<void> {
    await this.#database.client.auditEvent.create({ data: rowOf(event), select: { id: true } });
  }

  /** Records events in one statement. */
  async recordAll(events: readonly AuditEvent[]): Promise<void> {
    await this.#database.client.auditEvent.createMany({ data: events.map(rowOf) });
  }

  /** An organization's events, the latest first. */
  async list(query: AuditQuery): Promise<AuditEventRecord[]> {
    const { organizationId, before, size, from, until, ...filters } = query;
    const { subject = null, actor = null, action = null } = filters;
    const indexed = subject ? 'subject' : actor ? 'actor' : action ? 'action' : 'all';
    const rows = await this.#database.statements.rows(LIST_EVENTS[indexed], {
      ...{ organizationId, action, actor, subject, size },
      before: before === undefined ? HIGHEST_ID : BigInt(before),
      from: from === undefined ? EARLIEST : new Date(from),
      until: until === undefined ? LATEST : new Date(until),
    });
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

function rowOf({ actor, context, detail, ...event }: AuditEvent) {
  return {
    ...event,
    actorType: actor.kind,
    actorId: actor.id,
    requestId: context.requestId,
    traceId: context.traceId,
    address: context.address,
    detail: (detail as Prisma.InputJsonObject) ?? Prisma.DbNull,
  };
}
