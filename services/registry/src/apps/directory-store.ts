import { directoryTextLimits } from '@app-platform/contracts';
import type { Statements, StatementValue } from '@app-platform/service-kit/database';
import type { Page } from '../page.ts';
import { filterOf } from './directory-filter.ts';

/** An app as the directory lists it: its highest version, without the parts that make it work. */
export type DirectoryEntry = {
  name: string;
  version: string;
  visibility: 'private' | 'public';
  title: string;
  description: string;
  iconUrl: string | null;
  developer: string | null;
  tags: string[];
  clientId: string;
  identifier: string;
  installedVersion: string | null;
};

export type DirectoryQuery = {
  /** Part of the name, title or description, in any case. */
  text?: string;
  tag?: string;
  page: Page;
};

export class DirectoryStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The organization's private apps and all public ones, by name. */
  search(organizationId: string, query: DirectoryQuery): Promise<DirectoryEntry[]> {
    const values: StatementValue[] = [organizationId, query.page.size + 1];
    // Without a name, because what to read depends on the values: see docs/decisions/0027.
    const text = `
      WITH ${pageOfApps(query, values)}
      SELECT page.name, v.version, page.visibility, v.title,
             -- As long as the schema lets them be, which some may not have been held to.
             left(v.description, ${directoryTextLimits.description}) AS description,
             CASE WHEN length(d."iconUrl") <= ${directoryTextLimits.iconUrl} THEN d."iconUrl" END AS "iconUrl",
             left(d."appDetails"#>>'{appDeveloper,name}', ${directoryTextLimits.developer}) AS developer,
             v.tags || page.operator_tags AS tags, page.client_id AS "clientId", page.identifier,
             installed.version AS "installedVersion"
      FROM page JOIN app_version v ON v.id = page.latest_version_id
      -- Reads a definition once, which takes longer than all else of it.
      CROSS JOIN LATERAL json_to_record(v.definition) AS d ("iconUrl" text, "appDetails" json)
      LEFT JOIN installation i ON i.app_id = page.id AND i.organization_id = $1
      LEFT JOIN app_version installed ON installed.id = i.app_version_id
      ORDER BY page.name`;
    return this.#statements.rows({ text }, values);
  }
}

/** How many public apps are looked at by name first: of what is frequent, some match. */
const FIRST_APPS = 200;
/** How many are gone through where some did, before an index is asked which ones match. */
const WALKED_APPS = 1_000;

const columns = 'id, name, visibility, operator_tags, client_id, identifier, latest_version_id';
const OWN = 'organization_id = $1';
const PUBLIC = "visibility = 'public' AND organization_id <> $1";

/**
 * The apps of a page, from the two indexes that have them by name. What matches often is found on
 * the way, what matches seldom by the indexes of texts and tags, and then put in order.
 * @param values takes those of the filter
 */
function pageOfApps({ page, ...searched }: DirectoryQuery, values: StatementValue[]): string {
  const value = (one: StatementValue) => `$${values.push(one)}`;
  const after = page.after === undefined ? '' : `AND name > ${value(page.after)}`;
  const { condition, indexed, tables } = filterOf(searched, value);
  const inOrder = (whose: string) =>
    `SELECT ${columns} FROM app WHERE ${whose} ${after} ${condition} ORDER BY name LIMIT $2`;
  if (!indexed) {
    return `page AS MATERIALIZED (
      (${inOrder(OWN)}) UNION ALL (${inOrder(PUBLIC)}) ORDER BY name LIMIT $2)`;
  }
  const among = (apps: number, when: string) => `
    SELECT ${columns} FROM (
      SELECT * FROM app WHERE ${PUBLIC} ${after} ${when} ORDER BY name LIMIT ${apps}
    ) AS next WHERE true ${condition} ORDER BY name LIMIT $2`;
  const pageTables = [
    `first AS MATERIALIZED (${among(FIRST_APPS, '')})`,
    `walked AS MATERIALIZED (
      SELECT * FROM first WHERE (SELECT count(*) FROM first) = $2
      UNION ALL
      (${among(WALKED_APPS, 'AND (SELECT count(*) FROM first) BETWEEN 1 AND $2 - 1')})
    )`,
    `page AS MATERIALIZED (
      (${inOrder(OWN)})
      UNION ALL
      SELECT * FROM walked WHERE (SELECT count(*) FROM walked) = $2
      UNION ALL
      (SELECT ${columns} FROM app
       WHERE ${PUBLIC} ${after} ${indexed} AND (SELECT count(*) FROM walked) < $2
       -- Not by the index of names, which would be walked to its end for what is rare.
       ORDER BY name || '' LIMIT $2)
      ORDER BY name LIMIT $2
    )`,
  ];
  return [...tables, ...pageTables].join(',\n');
}
