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

  /**
   * The attributes of all app versions that an organization registered or installed. They come as
   * one text: a thousand rows of six columns cost more to take apart than to find.
   */
  async listUses(organizationId: string, klass?: string): Promise<AttributeUse[]> {
    const ofKlass = klass ? Prisma.sql`WHERE t.klass = ${klass}` : Prisma.empty;
    const [found] = await this.#client.$queryRaw<{ rows: string | null }[]>`
      WITH covered AS (
        SELECT v.id, v.version, a.name AS app FROM app a JOIN app_version v ON v.app_id = a.id
        WHERE a.organization_id = ${organizationId}
        UNION
        SELECT v.id, v.version, a.name FROM installation i
        JOIN app_version v ON v.id = i.app_version_id JOIN app a ON a.id = v.app_id
        WHERE i.organization_id = ${organizationId}
      )
      SELECT json_agg(json_build_array(t.klass, t.name, c.app, t.display_name, t.example, c.version)
                      ORDER BY c.id)::text AS rows
      FROM covered c JOIN attribute t ON t.app_version_id = c.id ${ofKlass}`;
    return groupUses(JSON.parse(found?.rows ?? '[]') as AttributeRow[]);
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

/** Klass, name, app, display name, example, version. */
type AttributeRow = [string, string, string, string, string, string];

/** @param rows of each app, its versions ascending */
function groupUses(rows: AttributeRow[]): AttributeUse[] {
  const uses = new Map<string, AttributeUse>();
  for (const [klass, name, app, displayName, example, version] of rows) {
    // None of the three has a line feed.
    const key = `${klass}\n${name}\n${app}`;
    const use = uses.get(key);
    if (!use) uses.set(key, { klass, name, app, displayName, example, versions: [version] });
    else {
      Object.assign(use, { displayName, example });
      use.versions.push(version);
    }
  }
  return [...uses.values()];
}
