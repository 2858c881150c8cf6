import { type Columns, defineStatement } from '@app-platform/runtime/database';

/** The parameters of every page of the directory: `$1` to `$3`. */
const pageParameters = { organizationId: 'text', after: 'text', size: 'int4' } as const;

/** The largest page, and one entry more, by which a next page shows. */
export const MOST_ENTRIES = 101;
const SIZE = '$3::int';

/** An app that has a draft and no version is not listed. */
const OWN = "organization_id = $1 AND name > $2 AND blocked_at IS NULL AND visibility <> 'draft'";
const PUBLIC =
  "visibility = 'public' AND organization_id <> $1 AND name > $2 AND blocked_at IS NULL";
export const VISIBLE =
  "(visibility = 'public' OR organization_id = $1 AND visibility <> 'draft') AND blocked_at IS NULL";

const row = {
  name: 'text',
  version: 'text',
  visibility: 'text',
  title: 'text',
  description: 'text',
  iconUrl: 'text?',
  developer: 'text?',
  tags: 'text[]',
  roles: 'text[]?',
  clientId: 'text',
  identifier: 'text',
  installedVersion: 'text?',
  organizationId: 'text',
  organizationName: 'text',
  organizationVerified: 'bool',
} as const;

/** @param text makes the statement from the places of the parameters of its filter */
export function definePage(name: string, filter: Columns, text: (...places: string[]) => string) {
  const parameters: Columns = { ...pageParameters, ...filter };
  return defineStatement({ name, text: text(...placesOf(filter)), parameters, row });
}

/** The same, of apps in the order of a rank, which comes with each. */
const definePageByRank =
  <Rank extends 'int4' | 'int8'>(rank: Rank) =>
  (name: string, filter: Columns, text: (...places: string[]) => string) => {
    const parameters: Columns = { ...pageParameters, ...filter };
    return defineStatement({
      name,
      text: text(...placesOf(filter)),
      parameters,
      row: { ...row, rank },
    });
  };

/** The rank says how well an app matches. */
export const defineRankedPage = definePageByRank('int4');
/** The rank is an id or a count. */
export const defineSortedPage = definePageByRank('int8');

function placesOf(filter: Columns): string[] {
  const first = Object.keys(pageParameters).length + 1;
  return Object.keys(filter).map((_, index) => `$${first + index}`);
}

const COLUMNS = `
  page.name, page.version, page.visibility, page.title, page.description, page.icon_url AS "iconUrl",
  page.developer, page.tags, page.roles, page.client_id AS "clientId", page.identifier,
  installed.version AS "installedVersion", page.organization_id AS "organizationId",
  owner.name AS "organizationName", owner.verified AS "organizationVerified"`;

/** The owner of each app, and the version that the caller's organization installed. */
const JOINED = `
  CROSS JOIN LATERAL (
    SELECT name, verified FROM organization WHERE id = page.organization_id OFFSET 0) AS owner
  LEFT JOIN LATERAL (
    SELECT v.version FROM installation i JOIN app_version v ON v.id = i.app_version_id
    WHERE i.organization_id = $1 AND i.app_id = page.id OFFSET 0) AS installed ON true`;

/** The apps of a page by name. */
export function select(page: string): string {
  return `
    SELECT ${COLUMNS} FROM (${page} ORDER BY name LIMIT ${SIZE}) AS page ${JOINED}
    ORDER BY page.name`;
}

/** @param page `id`, `name` and `rank` of apps, which come in the order of ranks, the highest first, and of names */
export function selectRanked(page: string): string {
  return `
    SELECT ${COLUMNS}, ranked.rank
    FROM (${page} ORDER BY rank DESC, name LIMIT ${SIZE}) AS ranked
    CROSS JOIN LATERAL (SELECT * FROM app WHERE app.id = ranked.id OFFSET 0) AS page ${JOINED}
    ORDER BY ranked.rank DESC, page.name`;
}

/** A constant limit, so that the plan is the same with and without statistics of the table. */
function inOrder(whose: string, condition: string): string {
  return `(SELECT * FROM app WHERE ${whose} ${condition} ORDER BY name LIMIT ${MOST_ENTRIES})`;
}

/** In the order of names, each of the two kinds of apps by its index. */
export function walk(condition = ''): string {
  return select(inOrderOfNames(condition));
}

export function inOrderOfNames(condition: string): string {
  return `${inOrder(OWN, condition)} UNION ALL ${inOrder(PUBLIC, condition)}`;
}

/** A condition that is tested for each app in the order of names: no index is used for it. */
export function isWalked(condition: string): string {
  return `coalesce(${condition}, false)`;
}

export function hasTag(tag: string): string {
  return `tags @> ARRAY[${tag}]`;
}

/** @param tag null for any */
export function hasTagIfGiven(tag: string): string {
  return `(${tag}::text IS NULL OR ${hasTag(tag)})`;
}
