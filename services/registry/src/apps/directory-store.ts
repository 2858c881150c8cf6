import { type Columns, defineStatement, type Statements } from '@app-platform/runtime/database';
import type { Page } from '../database/page.ts';

/** An app as the directory lists it: its highest version, without the parts that make it work. */
export type DirectoryEntry = {
  name: string;
  version: string;
  visibility: string;
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
  /** Of the highest version, or of the operator. */
  tag?: string;
  page: Page;
};

/** The largest page, and one entry more, by which a next page shows. */
const MOST_ENTRIES = 101;
/** How many public apps are compared with a filter, in the order of names, before an index is used. */
const WALKED_APPS = 500;
/** How many apps show which words nearly all have, from the first registered to the last. */
const SAMPLED_APPS = 50;
/** How many of them may lack a common word: apps registered next may be of another kind. */
const LACKING_APPS = 5;

const pageParameters = { organizationId: 'text', after: 'text', size: 'int4' } as const;
const OWN = 'organization_id = $1 AND name > $2';
const PUBLIC = "visibility = 'public' AND organization_id <> $1 AND name > $2";
const SIZE = '$3::int';
const HAS_TELLING_TEXT = 'search_text LIKE (SELECT pattern FROM telling)';

const row = {
  name: 'text',
  version: 'text',
  visibility: 'text',
  title: 'text',
  description: 'text',
  iconUrl: 'text?',
  developer: 'text?',
  tags: 'text[]',
  clientId: 'text',
  identifier: 'text',
  installedVersion: 'text?',
} as const;

/** Every page of the directory, without a filter. */
const LIST_APPS = define('list-apps', {}, () => walk());

/** By a tag, with the index of tags. */
const LIST_APPS_BY_TAG = define('list-apps-by-tag', { tag: 'text' }, (tag) =>
  walkThenUseIndex({ condition: hasTag(tag), matching: hasTag(tag) }),
);

/** By a text with trigrams, with the index of texts. */
const SEARCH_APPS = define(
  'search-apps',
  { pattern: 'text', tokens: 'text[]' },
  (pattern, tokens) =>
    walkThenUseIndex({
      tables: tellingTables(tokens, pattern),
      condition: hasText(pattern),
      matching: HAS_TELLING_TEXT,
    }),
);

const SEARCH_APPS_BY_TAG = define(
  'search-apps-by-tag',
  { pattern: 'text', tokens: 'text[]', tag: 'text' },
  (pattern, tokens, tag) =>
    walkThenUseIndex({
      tables: tellingTables(tokens, pattern),
      condition: `${hasText(pattern)} AND ${hasTag(tag)}`,
      matching: `${HAS_TELLING_TEXT} AND ${hasTag(tag)}`,
    }),
);

/** By a text without trigrams, which no index finds. */
const SEARCH_APPS_BY_SHORT_TEXT = define(
  'search-apps-by-short-text',
  { pattern: 'text' },
  (pattern) => walk(`AND ${hasText(pattern)}`),
);

const SEARCH_APPS_BY_SHORT_TEXT_AND_TAG = define(
  'search-apps-by-short-text-and-tag',
  { pattern: 'text', tag: 'text' },
  (pattern, tag) =>
    walkThenUseIndex({
      condition: `${hasText(pattern)} AND ${hasTag(tag)}`,
      matching: hasTag(tag),
    }),
);

/** @param text makes the statement from the places of the parameters of its filter */
function define(name: string, filter: Columns, text: (...places: string[]) => string) {
  const first = Object.keys(pageParameters).length + 1;
  const places = Object.keys(filter).map((_, index) => `$${first + index}`);
  const parameters: Columns = { ...pageParameters, ...filter };
  return defineStatement({ name, text: text(...places), parameters, row });
}

function hasTag(tag: string): string {
  return `tags @> ARRAY[${tag}]`;
}

function hasText(pattern: string): string {
  return `search_text LIKE lower(${pattern})`;
}

/** The apps of a page in their order, and the version of each that the organization installed. */
function select(page: string): string {
  return `
    SELECT page.name, page.version, page.visibility, page.title, page.description,
      page.icon_url AS "iconUrl", page.developer, page.tags, page.client_id AS "clientId",
      page.identifier, installed.version AS "installedVersion"
    FROM (${page} ORDER BY name LIMIT ${SIZE}) AS page
    LEFT JOIN LATERAL (
      SELECT v.version FROM installation i JOIN app_version v ON v.id = i.app_version_id
      WHERE i.organization_id = $1 AND i.app_id = page.id OFFSET 0) AS installed ON true
    ORDER BY page.name`;
}

/** A constant limit, so that the plan is the same with and without statistics of the table. */
function inOrder(whose: string, condition: string): string {
  return `(SELECT * FROM app WHERE ${whose} ${condition} ORDER BY name LIMIT ${MOST_ENTRIES})`;
}

/** In the order of names, each of the two kinds of apps by its index. */
function walk(condition = ''): string {
  return select(`${inOrder(OWN, condition)} UNION ALL ${inOrder(PUBLIC, condition)}`);
}

/**
 * Finds frequent matches by a walk in the order of names, and rare ones by an index.
 * @param filter `matching` is a condition for the index, which other apps may fulfil too
 */
function walkThenUseIndex({
  tables = '',
  condition,
  matching,
}: {
  tables?: string;
  condition: string;
  matching: string;
}): string {
  return `
    WITH ${tables} walked AS MATERIALIZED (
      SELECT * FROM (
        SELECT * FROM app WHERE ${PUBLIC} ORDER BY name LIMIT ${WALKED_APPS}) AS next
      WHERE ${condition} ORDER BY name LIMIT ${SIZE}
    ), matching AS MATERIALIZED (
      SELECT * FROM app WHERE ${matching}
    )
    ${select(`
      ${inOrder(OWN, `AND ${condition}`)}
      UNION ALL
      SELECT * FROM walked WHERE (SELECT count(*) FROM walked) = ${SIZE}
      UNION ALL
      (SELECT * FROM matching
       WHERE (SELECT count(*) FROM walked) < ${SIZE} AND ${PUBLIC} AND ${condition}
       ORDER BY name LIMIT ${SIZE})`)}`;
}

/**
 * `telling` has the pattern for the index of texts: the whole one, without the words that nearly all
 * apps have. For each of those the index would read a list of nearly all apps, and find hardly
 * fewer. The pattern may match more than the whole one, and never less.
 */
function tellingTables(tokens: string, pattern: string): string {
  return `
    sampled AS MATERIALIZED (
      SELECT one.search_text FROM (SELECT min(id) AS lowest, max(id) AS highest FROM app) AS ids
      CROSS JOIN generate_series(0, ${SAMPLED_APPS - 1}) AS step
      CROSS JOIN LATERAL (
        SELECT search_text FROM app
        WHERE id = lowest + (highest - lowest) * step / ${SAMPLED_APPS - 1} OFFSET 0) AS one
    ), judged AS (
      SELECT token, place, length(token) > 2 AND ${LACKING_APPS} >= (
        SELECT count(*) FROM sampled WHERE search_text NOT LIKE '%' || token || '%') AS is_common
      FROM (SELECT lower(token) AS token, place
            FROM unnest(${tokens}::text[]) WITH ORDINALITY AS given (token, place)) AS lowered
    ), telling AS (
      SELECT CASE WHEN bool_or(token ~ '[[:alnum:]]{2}' AND NOT is_common)
        THEN '%' || string_agg(CASE WHEN is_common THEN '%' ELSE token END, '' ORDER BY place)
          || '%'
        ELSE lower(${pattern}) END AS pattern
      FROM judged
    ),`;
}

/**
 * Three letters or digits together, the last two of a word, or its first one: a trigram of the
 * index has these.
 */
const TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u;
/** Words, and the characters between them. */
const TOKENS = /[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu;

export class DirectoryStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /**
   * The organization's private apps and all public ones, by name.
   * @returns one entry more than the page has, where there is a next page
   */
  search(
    organizationId: string,
    { text, tag, page: { after = '', size } }: DirectoryQuery,
  ): Promise<DirectoryEntry[]> {
    const page = { organizationId, after, size: size + 1 };
    const byTag = tag === undefined ? {} : { tag };
    if (text === undefined) {
      const statement = tag === undefined ? LIST_APPS : LIST_APPS_BY_TAG;
      return this.#statements.rows(statement, { ...page, ...byTag });
    }
    const pattern = `%${escaped(text)}%`;
    if (!TRIGRAM.test(text)) {
      const statement =
        tag === undefined ? SEARCH_APPS_BY_SHORT_TEXT : SEARCH_APPS_BY_SHORT_TEXT_AND_TAG;
      return this.#statements.rows(statement, { ...page, pattern, ...byTag });
    }
    const statement = tag === undefined ? SEARCH_APPS : SEARCH_APPS_BY_TAG;
    const tokens = (text.match(TOKENS) ?? []).map(escaped);
    return this.#statements.rows(statement, { ...page, pattern, tokens, ...byTag });
  }
}

/** As a literal part of a pattern of LIKE. */
function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
