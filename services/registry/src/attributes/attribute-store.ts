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
  /** Ascending, joined with commas, which no version has in it. */
  versions: string;
};

/** Of JSON. A listing is held several times over while it is answered, and V8 has texts of 512 MiB at most. */
export const MOST_LISTING_BYTES = 16_777_216;

export class AttributeStore {
  readonly #client: DatabaseClient;

  constructor(client: DatabaseClient) {
    this.#client = client;
  }

  /**
   * The attributes of all app versions that an organization registered or installed. They come as
   * one text: a thousand rows of six columns cost more to take apart than to find.
   * @returns undefined where they come to more than {@link MOST_LISTING_BYTES}
   */
  async listUses(organizationId: string, klass?: string): Promise<AttributeUse[] | undefined> {
    const [found] = await this.#client.$queryRaw<{ isWhole: boolean; rows: string | null }[]>`
      WITH ${coveredVersions(organizationId)}, ${usesOf(klass)},
      size AS (SELECT coalesce(sum(octet_length(use)), 0) <= ${MOST_LISTING_BYTES} AS "isWhole" FROM uses)
      SELECT "isWhole", CASE WHEN "isWhole" THEN (SELECT string_agg(use, ',') FROM uses) END AS rows
      FROM size`;
    if (!found?.isWhole) return undefined;
    const rows = JSON.parse(`[${found.rows ?? ''}]`) as AttributeRow[];
    return rows.map(attributeUse);
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

/** The app versions that an organization registered or installed, each once. */
function coveredVersions(organizationId: string): Prisma.Sql {
  return Prisma.sql`
    covered AS (
      SELECT v.id, v.version, a.name AS app,
             count(*) OVER (PARTITION BY a.id) > 1 AS is_one_of_several
      FROM app a JOIN app_version v ON v.app_id = a.id
      WHERE a.organization_id = ${organizationId}
      UNION ALL
      SELECT v.id, v.version, a.name, false
      FROM installation i
      JOIN app_version v ON v.id = i.app_version_id
      JOIN app a ON a.id = v.app_id AND a.organization_id <> ${organizationId}
      WHERE i.organization_id = ${organizationId}
    )`;
}

/**
 * The uses of attributes, each as JSON. Only what the highest version shows leaves the database:
 * with that of every version a listing grows with each release. Where there is one version alone,
 * nothing has to be put in order for it, which would take half as long again.
 */
function usesOf(klass?: string): Prisma.Sql {
  const ofKlass = klass ? Prisma.sql`AND t.klass = ${klass}` : Prisma.empty;
  return Prisma.sql`
    ordered AS (
      SELECT t.klass, t.name, c.app, t.display_name, t.example,
             string_agg(c.version, ',') OVER of_use AS versions,
             lead(c.id) OVER of_use IS NULL AS is_latest
      FROM covered c JOIN attribute t ON t.app_version_id = c.id
      WHERE c.is_one_of_several ${ofKlass}
      -- Any order will do that tells them apart, and "C" is the fastest.
      WINDOW of_use AS (PARTITION BY t.name COLLATE "C", t.klass COLLATE "C", c.app COLLATE "C"
                        ORDER BY c.id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
    ),
    uses AS MATERIALIZED (
      SELECT json_build_array(t.klass, t.name, c.app, t.display_name, t.example, c.version)::text AS use
      FROM covered c JOIN attribute t ON t.app_version_id = c.id
      WHERE NOT c.is_one_of_several ${ofKlass}
      UNION ALL
      SELECT json_build_array(klass, name, app, display_name, example, versions)::text
      FROM ordered WHERE is_latest
    )`;
}

/** Klass, name, app, display name, example, versions. */
type AttributeRow = [string, string, string, string, string, string];

function attributeUse([klass, name, app, displayName, example, versions]: AttributeRow) {
  return { klass, name, app, displayName, example, versions };
}
