import type { AuditEventRecord, AuditQuery } from '@app-platform/contracts';
import type { AuditedRequest } from '@app-platform/service-kit';
import type { Principal } from '../authentication/principal.ts';
import type { DatabaseClient } from '../database/database.ts';
import { Prisma } from '../database/generated/client.ts';

export type AuditEvent = {
  actor: Actor;
  /** Noun and past participle: `app_version.registered`. */
  action: string;
  /** What was acted on: an app's `<name>-<version>`, an API key's id. */
  subject: string;
  /** Null for what belongs to no organization. */
  organizationId: string | null;
  context: AuditedRequest;
  before?: Record<string, unknown>;
  /** Never a secret. */
  after?: Record<string, unknown>;
};

/** Who acts: a principal of the public API, or the operator. */
export type Actor = Pick<Principal, 'kind' | 'id'> | { kind: 'operator'; id: string };

export class AuditStore {
  readonly #client: DatabaseClient;

  constructor(client: DatabaseClient) {
    this.#client = client;
  }

  async record(event: AuditEvent): Promise<void> {
    await this.#client.auditEvent.create({
      data: {
        organizationId: event.organizationId,
        actorType: event.actor.kind,
        actorId: event.actor.id,
        action: event.action,
        subject: event.subject,
        requestId: event.context.requestId,
        traceId: event.context.traceId,
        address: event.context.address,
        before: (event.before as Prisma.InputJsonObject) ?? Prisma.DbNull,
        after: (event.after as Prisma.InputJsonObject) ?? Prisma.DbNull,
      },
      select: { id: true },
    });
  }

  /** An organization's events, the latest first. */
  async list({ organizationId, before, size, ...filter }: AuditQuery): Promise<AuditEventRecord[]> {
    const rows = await this.#client.auditEvent.findMany({
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
    return rows.map(({ id, at, actorType, actorId, organizationId: _same, ...event }) => ({
      ...event,
      id: String(id),
      at: at.toISOString(),
      actor: { type: actorType, id: actorId },
    }));
  }
}
