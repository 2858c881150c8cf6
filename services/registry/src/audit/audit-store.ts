import type { RequestContext } from '@app-platform/service-kit';
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
  context: Pick<RequestContext, 'requestId' | 'address'>;
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
        address: event.context.address,
        before: (event.before as Prisma.InputJsonObject) ?? Prisma.DbNull,
        after: (event.after as Prisma.InputJsonObject) ?? Prisma.DbNull,
      },
      select: { id: true },
    });
  }
}
