import type { AuditEventRecord, AuditQuery } from '@app-platform/contracts';
import type { AuditedRequest } from '@app-platform/service-kit';
import type { Database } from '../database/database.ts';
import { Prisma } from '../database/generated/client.ts';

/** Who acts. Whoever is refused at signing in is nobody that is known. */
export type Actor =
  | { kind: 'account' | 'client'; id: string }
  | { kind: 'operator'; id: 'operator' }
  | { kind: 'service'; id: 'registry' }
  | { kind: 'unknown'; id: '' };

export const operator: Actor = { kind: 'operator', id: 'operator' };
export const registry: Actor = { kind: 'service', id: 'registry' };
export const unknown: Actor = { kind: 'unknown', id: '' };

export type AuditEvent = {
  actor: Actor;
  action:
    | 'account.created'
    | 'sign_in.succeeded'
    | 'sign_in.refused'
    | 'session.ended'
    | 'consent.granted'
    | 'consent.refused'
    | 'access.revoked'
    | 'access_token.revoked'
    | 'grant.revoked'
    | 'organization_grants.revoked'
    | 'signing_key.rotated';
  /** What was acted on: the id of an account, a client, a key, or the digest of a grant's id. */
  subject: string;
  /** Null for what belongs to no organization. */
  organizationId: string | null;
  context: AuditedRequest;
  /** Never a secret, and nothing that somebody may have typed into the wrong field. */
  detail?: Record<string, unknown>;
};

/** Who did what. A row is part of the transaction of the change that it tells of. */
export class AuditStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async record({ actor, context, detail, ...event }: AuditEvent): Promise<void> {
    await this.#database.client.auditEvent.create({
      data: {
        ...event,
        actorType: actor.kind,
        actorId: actor.id,
        requestId: context.requestId,
        traceId: context.traceId,
        address: context.address,
        detail: (detail as Prisma.InputJsonObject) ?? Prisma.DbNull,
      },
      select: { id: true },
    });
  }

  /** An organization's events, the latest first. */
  async list({ organizationId, before, size, ...filter }: AuditQuery): Promise<AuditEventRecord[]> {
    const rows = await this.#database.client.auditEvent.findMany({
      where: {
        organizationId,
        ...(before && { id: { lt: BigInt(before) } }),
        ...(filter.action && { action: filter.action }),
        ...(filter.actor && { actorId: filter.actor }),
        ...(filter.subject && { subject: filter.subject }),
        at: {
          ...(filter.from && { gte: new Date(filter.from) }),
          ...(filter.until && { lt: new Date(filter.until) }),
        },
      },
      orderBy: { id: 'desc' },
      take: size,
    });
    return rows.map(({ id, at, actorType, actorId, detail, organizationId: _same, ...event }) => ({
      ...event,
      before: null,
      after: detail,
      id: String(id),
      at: at.toISOString(),
      actor: { type: actorType, id: actorId },
    }));
  }
}
