import { defineStatement, type Statements } from '@app-platform/runtime/database';
import { versionOrder } from '../database/expressions.ts';

/** An attribute that an app version adds to a standard Klass, under the name it is stored by. */
export type NamespacedAttribute = {
  klass: string;
  /** `@<identifier><AttributeName>` */
  name: string;
  displayName: string;
  example: string;
};

/** One attribute as one app uses it. */
export type AttributeUse = {
  klass: string;
  /** Namespaced. */
  name: string;
  app: string;
  /** The display name in the highest version that uses it. */
  displayName: string;
  example: string;
  /** Ascending, joined with commas, which no version has in it. */
  versions: string;
};

/** The largest listing, in bytes of JSON. Several copies are in memory during a response; V8 limits strings to 512 MiB. */
export const MOST_LISTING_BYTES = 16_777_216;

/** The app versions that an organization registered or installed, drafts among them, each once. */
const COVERED_VERSIONS = `
  own AS (
    SELECT v.id, v.version, v.precedence, a.name, a.id AS app_id
    FROM app a JOIN app_version v ON v.app_id = a.id
    WHERE a.organization_id = $1
    UNION ALL
    SELECT v.id, v.version, v.precedence, a.name, a.id
    FROM installation i
    JOIN app_version v ON v.id = i.app_version_id AND v.app_id IS NULL
    JOIN app a ON a.id = i.app_id
    WHERE i.organization_id = $1
  ),
  covered AS (
    SELECT id, version, name AS app, count(*) OVER (PARTITION BY app_id) > 1 AS is_one_of_several,
      row_number() OVER (PARTITION BY app_id ORDER BY ${versionOrder('precedence')}) AS place
    FROM own
    UNION ALL
    SELECT v.id, v.version, a.name, false, 1
    FROM installation i
    JOIN app_version v ON v.id = i.app_version_id
    JOIN app a ON a.id = v.app_id AND a.organization_id <> $1
    WHERE i.organization_id = $1
  )`;

/**
 * The uses of attributes that meet a condition, each as JSON. Display name and example of the highest version alone leave
 * the database: with those of every version a listing would grow with each release. The uses of apps
 * with one version are not sorted, which would take half as long again.
 */
const usesWhere = (condition: string) => `
  ordered AS (
    SELECT t.klass, t.name, c.app, t.display_name, t.example,
           string_agg(c.version, ',') OVER of_use AS versions,
           lead(c.place) OVER of_use IS NULL AS is_latest
    FROM covered c JOIN attribute t ON t.app_version_id = c.id
    WHERE c.is_one_of_several AND ${condition}
    -- Any order serves that separates them, and "C" is the fastest.
    WINDOW of_use AS (PARTITION BY t.name COLLATE "C", t.klass COLLATE "C", c.app COLLATE "C"
                      ORDER BY c.place ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
  ),
  uses AS MATERIALIZED (
    SELECT json_build_array(t.klass, t.name, c.app, t.display_name, t.example, c.version)::text AS use
    FROM covered c JOIN attribute t ON t.app_version_id = c.id
    WHERE NOT c.is_one_of_several AND ${condition}
    UNION ALL
    SELECT json_build_array(klass, name, app, display_name, example, versions)::text
    FROM ordered WHERE is_latest
  )`;

/** The uses as one text, if they are not too large. */
const listingWhere = (condition: string) => `
  WITH ${COVERED_VERSIONS}, ${usesWhere(condition)},
  size AS (SELECT coalesce(sum(octet_length(use)), 0) <= ${MOST_LISTING_BYTES} AS "isWhole" FROM uses)
  SELECT "isWhole", CASE WHEN "isWhole" THEN (SELECT string_agg(use, ',') FROM uses) END AS rows
  FROM size`;

const listingRow = { isWhole: 'bool', rows: 'text?' } as const;

const LIST_USES = defineStatement({
  name: 'list-attribute-uses',
  text: listingWhere('t.klass = coalesce($2, t.klass)'),
  parameters: { organizationId: 'text', klass: 'text?' },
  row: listingRow,
});

const LIST_USES_OF_ONE = defineStatement({
  name: 'list-uses-of-attribute',
  text: listingWhere('t.klass = $2 AND t.name = $3'),
  parameters: { organizationId: 'text', klass: 'text', name: 'text' },
  row: listingRow,
});

/** Of an identifier, as the schema of definitions has it. */
const MOST_IDENTIFIER_CHARACTERS = 8;
/** Enough for a message about one attribute. */
const MOST_APPS_OF_ATTRIBUTE = 10;

/**
 * The apps that provide an attribute of `asked` in an organization: own ones in any version, and others in the
 * installed one. They are looked up from the organization, whose apps with a fitting identifier are few: other organizations may
 * have the same names in any number of versions.
 */
const PROVIDING_APPS = `
  fitting AS (
    SELECT DISTINCT substr(name, 2, length) AS identifier
    FROM asked, generate_series(1, ${MOST_IDENTIFIER_CHARACTERS}) AS length
  ),
  candidate AS MATERIALIZED (
    SELECT a.id, a.name, a.organization_id, NULL::int8 AS version_id
    FROM fitting CROSS JOIN LATERAL (
      SELECT id, name, organization_id FROM app
      WHERE organization_id = $1 AND identifier = fitting.identifier OFFSET 0) a
    UNION ALL
    SELECT a.id, a.name, a.organization_id, i.app_version_id
    FROM installation i CROSS JOIN LATERAL (
      SELECT id, name, organization_id, identifier FROM app WHERE id = i.app_id OFFSET 0) a
    WHERE i.organization_id = $1 AND a.organization_id <> $1
      AND a.identifier = ANY(ARRAY(SELECT identifier FROM fitting))
  )`;

/**
 * Joins the attribute of `asked` in a version `v`. `OFFSET 0` keeps it looked up by its key: where most versions have
 * the name, PostgreSQL read all of them.
 */
const ITS_ATTRIBUTE = `
      CROSS JOIN LATERAL (
        SELECT FROM attribute
        WHERE app_version_id = v.id AND klass = asked.klass AND name = asked.name OFFSET 0) provided`;

/** @param condition on the `candidate` app `c` */
const providing = (condition: string) => `
    SELECT c.name AS app, c.organization_id FROM candidate c
    WHERE ${condition} AND EXISTS (
      SELECT FROM app_version v ${ITS_ATTRIBUTE}
      WHERE v.app_id = c.id AND (c.version_id IS NULL OR v.id = c.version_id))
    LIMIT ${MOST_APPS_OF_ATTRIBUTE}`;

const LIST_CONFLICTS = defineStatement({
  name: 'list-attribute-conflicts',
  text: `
    WITH asked AS (SELECT klass, name FROM attribute WHERE app_version_id = $3), ${PROVIDING_APPS}
    SELECT asked.klass, asked.name, p.app
    FROM asked CROSS JOIN LATERAL (${providing('c.organization_id <> $2')}) p
    ORDER BY asked.klass, asked.name, p.app LIMIT 10`,
  parameters: { organizationId: 'text', ownerId: 'text', versionId: 'int8' },
  row: { klass: 'text', name: 'text', app: 'text' },
});

/** A popular attribute may be in many versions. */
const MOST_SHARED = 100;

const LIST_SHARED = defineStatement({
  name: 'list-shared-attributes',
  text: `
    WITH asked AS (SELECT DISTINCT klass, name FROM unnest($3::text[], $4::text[]) AS asked (klass, name)),
    ${PROVIDING_APPS}
    SELECT asked.klass, asked.name, p.app, p.organization_id <> $1 AS "isForeign"
    FROM asked CROSS JOIN LATERAL (${providing('c.name <> $2')}) p
    ORDER BY asked.klass, asked.name, p.app LIMIT ${MOST_SHARED}`,
  parameters: { organizationId: 'text', app: 'text', klasses: 'text[]', names: 'text[]' },
  row: { klass: 'text', name: 'text', app: 'text', isForeign: 'bool' },
});

const COUNT_USES = defineStatement({
  name: 'count-uses-of-attributes',
  text: `
    SELECT asked.klass, asked.name, count(DISTINCT i.organization_id)::int4 AS organizations
    FROM unnest($2::text[], $3::text[]) AS asked (klass, name)
    CROSS JOIN LATERAL (
      SELECT v.id FROM app_version v ${ITS_ATTRIBUTE}
      WHERE v.app_id = $1 OFFSET 0) v
    CROSS JOIN LATERAL (
      SELECT organization_id FROM installation WHERE app_version_id = v.id OFFSET 0) i
    GROUP BY asked.klass, asked.name ORDER BY asked.klass, asked.name LIMIT ${MOST_SHARED}`,
  parameters: { appId: 'int8', klasses: 'text[]', names: 'text[]' },
  row: { klass: 'text', name: 'text', organizations: 'int4' },
});

export type AttributeName = Pick<NamespacedAttribute, 'klass' | 'name'>;

function columnsOf(attributes: readonly AttributeName[]) {
  return {
    klasses: attributes.map(({ klass }) => klass),
    names: attributes.map(({ name }) => name),
  };
}

export class AttributeStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /**
   * The attributes of all app versions that an organization registered or installed. They come as
   * one text: a driver takes longer to parse a thousand rows of six columns than PostgreSQL to find
   * them.
   * @returns undefined where they exceed {@link MOST_LISTING_BYTES}
   */
  async listUses(organizationId: string, klass?: string): Promise<AttributeUse[] | undefined> {
    const values = { organizationId, klass: klass ?? null };
    const [found] = await this.#statements.rows(LIST_USES, values);
    return usesIn(found);
  }

  /** The same of one attribute. */
  async listUsesOf(organizationId: string, attribute: AttributeName) {
    const values = { organizationId, ...attribute };
    const [found] = await this.#statements.rows(LIST_USES_OF_ONE, values);
    return usesIn(found);
  }

  /** The other apps, own or installed, that provide some of an app's attributes: at most 100 pairs, and 10 of an attribute. */
  async listShared(
    organizationId: string,
    app: string,
    attributes: readonly AttributeName[],
  ): Promise<{ klass: string; name: string; app: string; isForeign: boolean }[]> {
    if (attributes.length === 0) return [];
    const values = { organizationId, app, ...columnsOf(attributes) };
    return this.#statements.rows(LIST_SHARED, values);
  }

  /** How many organizations have a version of the app installed that provides an attribute. */
  async countUses(
    appId: bigint,
    attributes: readonly AttributeName[],
  ): Promise<{ klass: string; name: string; organizations: number }[]> {
    if (attributes.length === 0) return [];
    return this.#statements.rows(COUNT_USES, { appId, ...columnsOf(attributes) });
  }

  /**
   * Attributes of a version that an app of a third organization provides here already.
   * @returns which attribute, and by which app
   */
  listConflicts(
    organizationId: string,
    { organizationId: ownerId, versionId }: { organizationId: string; versionId: bigint },
  ): Promise<{ klass: string; name: string; app: string }[]> {
    return this.#statements.rows(LIST_CONFLICTS, { organizationId, ownerId, versionId });
  }
}

/** Klass, name, app, display name, example, versions. */
type AttributeRow = [string, string, string, string, string, string];

function usesIn(
  found: { isWhole: boolean; rows: string | null } | undefined,
): AttributeUse[] | undefined {
  if (!found?.isWhole) return undefined;
  const rows = JSON.parse(`[${found.rows ?? ''}]`) as AttributeRow[];
  return rows.map(attributeUse);
}

function attributeUse([klass, name, app, displayName, example, versions]: AttributeRow) {
  return { klass, name, app, displayName, example, versions };
}
