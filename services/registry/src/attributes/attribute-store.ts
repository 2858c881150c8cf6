import type { DatabaseClient } from '../database/database.ts';
import { Prisma } from '../database/generated/client.ts';

/** One attribute as one app uses it. */
export type AttributeUse = {
  klass: string;
  /** Namespaced. */
  name: string;
  app: string;
  /** Of the highest version that uses it. */
  displayName: string;
  example: string;
  /** Ascending. */
  versions: string[];
};

export class AttributeStore {
  readonly #client: DatabaseClient;

  constructor(client: DatabaseClient) {
    this.#client = client;
  }

  /** The attributes of all app versions that an organization registered or installed. */
  listUses(organizationId: string, klass?: string): Promise<AttributeUse[]> {
    const ofKlass = klass ? Prisma.sql`WHERE t.klass = ${klass}` : Prisma.empty;
    return this.#client.$queryRaw<AttributeUse[]>`
      WITH covered AS (
        SELECT v.id, v.version, a.name AS app FROM app a JOIN app_version v ON v.app_id = a.id
        WHERE a.organization_id = ${organizationId}
        UNION
        SELECT v.id, v.version, a.name FROM installation i
        JOIN app_version v ON v.id = i.app_version_id JOIN app a ON a.id = v.app_id
        WHERE i.organization_id = ${organizationId}
      )
      SELECT t.klass, t.name, c.app,
             (array_agg(t.display_name ORDER BY c.id DESC))[1] AS "displayName",
             (array_agg(t.example ORDER BY c.id DESC))[1] AS example,
             array_agg(c.version ORDER BY c.id) AS versions
      FROM covered c JOIN attribute t ON t.app_version_id = c.id ${ofKlass}
      GROUP BY t.klass, t.name, c.app`;
  }

  /**
   * Attributes of a version that an app of a third organization provides here already.
   * @returns which attribute, and by which app
   */
  listConflicts(
    organizationId: string,
    app: { organizationId: string; versionId: bigint },
  ): Promise<{ klass: string; name: string; app: string }[]> {
    return this.#client.$queryRaw`
      SELECT DISTINCT t.klass, t.name, a.name AS app
      FROM attribute t
      JOIN attribute o ON o.klass = t.klass AND o.name = t.name
      JOIN app_version v ON v.id = o.app_version_id
      JOIN app a ON a.id = v.app_id AND a.organization_id <> ${app.organizationId}
      WHERE t.app_version_id = ${app.versionId} AND (
        a.organization_id = ${organizationId} OR EXISTS (
          SELECT 1 FROM installation i
          WHERE i.organization_id = ${organizationId} AND i.app_version_id = v.id))
      ORDER BY t.klass, t.name LIMIT 10`;
  }
}
