import type { AuditEventRecord, AuditQuery } from '@app-platform/contracts';
import type { DatabaseClient } from '../database/database.ts';

/** Reads audit events. */
export class AuditTrailStore {
  readonly #client: DatabaseClient;

  constructor(client: DatabaseClient) {
    this.#client = client;
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
    return rows.map(({ organizationId: _same, ...row }) => {
      const { id, at, actorType, actorId, actorClientId: clientId, ...event } = row;
      return {
        ...event,
        id: String(id),
        at: at.toISOString(),
        actor: { type: actorType, id: actorId, ...(clientId && { clientId }) },
      };
    });
  }
}
