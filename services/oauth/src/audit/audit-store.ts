import type { AuditEventRecord, AuditQuery } from '@app-platform/contracts';
import type { OauthAuditAction } from '@app-platform/contracts/audit-actions';
import type { AuditedRequest } from '@app-platform/http-api';
import { auditList } from '@app-platform/runtime/database';
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

const listEvents = auditList({ detail: 'json?' }, { detail: 'detail' });

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
