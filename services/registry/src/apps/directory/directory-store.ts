import {
  type Columns,
  defineStatement,
  type Page,
  type Statements,
} from '@app-platform/runtime/database';

/** An app as the directory lists it: its current version, without the parts that make it work. */
export type DirectoryEntry = {
  name: string;
  version: string;
  visibility: string;
  title: string;
  description: string;
  iconUrl: string | null;
  developer: string | null;
  tags: string[];
  roles: string[] | null;
  clientId: string;
  identifier: string;
  installedVersion: string | null;
  organizationId: string;
  organizationName: string;
  organizationVerified: boolean;
};

export type DirectoryQuery = {
  /** Part of the name, title or description, in any case. */
  text?: string;
  /** Of the current version, or of the operator. */
  tag?: string;
  /** Only the organization's own apps, blocked ones included. */
  isOwn?: boolean;
  page: Page;
};

/** How to find what matches a filter. Every way finds the same apps. */
export type SearchWay = {
  /** By name, which finds frequent matches soon; or by the indexes of texts and tags. */
  kind: 'walk' | 'useIndex';
  /** For the index of texts: a pattern of LIKE that matches at least what the text does. */
  tellingPattern?: string;
};

export type SampledApp = { searchText: string; tags: string[] };

const SAMPLED_APPS = 100;
/** The largest page, and one entry more, by which a next page shows. */
const MOST_ENTRIES = 101;

const pageParameters = { organizationId: 'text', after: 'text', size: 'int4' } as const;
/** An app that has a draft and no version is not listed. */
const OWN = "organization_id = $1 AND name > $2 AND blocked_at IS NULL AND visibility <> 'draft'";
const PUBLIC =
  "visibility = 'public' AND organization_id <> $1 AND name > $2 AND blocked_at IS NULL";
const VISIBLE =
  "(visibility = 'public' OR organization_id = $1 AND visibility <> 'draft') AND name > $2 AND blocked_at IS NULL";
const SIZE = '$3::int';

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

/** Every page of the directory, without a filter. */
const LIST_APPS = define('list-apps', {}, () => walk());

/** An organization has few apps, so that one statement is for every filter. */
const LIST_OWN_APPS = define('list-own-apps', { pattern: 'text?', tag: 'text?' }, (pattern, tag) =>
  select(`
    SELECT * FROM app
    WHERE organization_id = $1 AND name > $2 AND visibility <> 'draft'
      AND (${pattern}::text IS NULL OR ${hasText(pattern)})
      AND (${tag}::text IS NULL OR ${hasTag(tag)})`),
);

/** For each filter, statements for many matches and for few. */
const BY_TAG = {
  walk: define('walk-apps-by-tag', { tag: 'text' }, (tag) => walk(`AND ${hasTag(tag)}`)),
  useIndex: define('find-apps-by-tag', { tag: 'text' }, (tag) => useIndex(hasTag(tag))),
};

const BY_TEXT = {
  walk: define('walk-apps-by-text', { pattern: 'text' }, (pattern) =>
    walk(`AND ${hasText(pattern)}`),
  ),
  useIndex: define('find-apps-by-text', { pattern: 'text', telling: 'text' }, (pattern, telling) =>
    useIndex(hasText(telling), `AND ${hasText(pattern)}`),
  ),
};

const BY_TEXT_AND_TAG = {
  walk: define('walk-apps-by-text-and-tag', { pattern: 'text', tag: 'text' }, (pattern, tag) =>
    walk(`AND ${hasText(pattern)} AND ${hasTag(tag)}`),
  ),
  useIndex: define(
    'find-apps-by-text-and-tag',
    { pattern: 'text', telling: 'text', tag: 'text' },
    (pattern, telling, tag) =>
      useIndex(`${hasText(telling)} AND ${hasTag(tag)}`, `AND ${hasText(pattern)}`),
  ),
};

/** The text has no trigrams, so that the tag's index alone is used. */
const BY_SHORT_TEXT_AND_TAG = define(
  'find-apps-by-short-text-and-tag',
  { pattern: 'text', tag: 'text' },
  (pattern, tag) => useIndex(hasTag(tag), `AND ${hasText(pattern)}`),
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

/** The apps of a page in their order, the owner of each, and the version that the caller's organization installed. */
function select(page: string): string {
  return `
    SELECT page.name, page.version, page.visibility, page.title, page.description,
      page.icon_url AS "iconUrl", page.developer, page.tags, page.roles,
      page.client_id AS "clientId", page.identifier, installed.version AS "installedVersion",
      page.organization_id AS "organizationId", owner.name AS "organizationName",
      owner.verified AS "organizationVerified"
    FROM (${page} ORDER BY name LIMIT ${SIZE}) AS page
    CROSS JOIN LATERAL (
      SELECT name, verified FROM organization WHERE id = page.organization_id OFFSET 0) AS owner
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

/** All matches that an index finds. @param matching other apps may fulfil it too */
function useIndex(matching: string, condition = ''): string {
  return `
    WITH matching AS MATERIALIZED (SELECT * FROM app WHERE ${matching})
    ${select(`SELECT * FROM matching WHERE ${VISIBLE} ${condition}`)}`;
}

/**
 * Three letters or digits together, the last two of a word, or its first one: a trigram of the
 * index has these.
 */
const TRIGRAM = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u;

/** Apps at equal distances, from the first registered to the last. */
const SAMPLE_APPS = defineStatement({
  name: 'sample-apps',
  text: `
    SELECT one.search_text AS "searchText", one.tags
    FROM (SELECT min(id) AS lowest, max(id) AS highest FROM app) AS ids
    CROSS JOIN generate_series(0, ${SAMPLED_APPS - 1}) AS step
    CROSS JOIN LATERAL (
      SELECT search_text, tags FROM app
      WHERE id = lowest + (highest - lowest) * step / ${SAMPLED_APPS - 1} OFFSET 0) AS one`,
  parameters: {},
  row: { searchText: 'text', tags: 'text[]' },
});

export class DirectoryStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Some of all apps, by which to choose how to search. */
  sample(): Promise<SampledApp[]> {
    return this.#statements.rows(SAMPLE_APPS, {});
  }

  /**
   * The organization's private apps and all public ones, by name.
   * @returns one entry more than the page has, where there is a next page
   */
  search(
    organizationId: string,
    { text, tag, isOwn, page: { after = '', size } }: DirectoryQuery,
    { kind, tellingPattern }: SearchWay = { kind: 'walk' },
  ): Promise<DirectoryEntry[]> {
    const page = { organizationId, after, size: size + 1 };
    if (isOwn) {
      const filters = { pattern: text === undefined ? null : containing(text), tag: tag ?? null };
      return this.#statements.rows(LIST_OWN_APPS, { ...page, ...filters });
    }
    if (text === undefined) {
      return tag === undefined
        ? this.#statements.rows(LIST_APPS, page)
        : this.#statements.rows(BY_TAG[kind], { ...page, tag });
    }
    const pattern = containing(text);
    const telling = tellingPattern ?? pattern;
    if (tag === undefined) {
      const isWalk = kind === 'walk' || !TRIGRAM.test(text);
      return this.#statements.rows(BY_TEXT[isWalk ? 'walk' : kind], { ...page, pattern, telling });
    }
    const values = { ...page, pattern, tag };
    return TRIGRAM.test(text)
      ? this.#statements.rows(BY_TEXT_AND_TAG[kind], { ...values, telling })
      : this.#statements.rows(BY_SHORT_TEXT_AND_TAG, values);
  }
}

/** The pattern of LIKE for a text anywhere. */
function containing(text: string): string {
  return `%${escaped(text)}%`;
}

/** As a literal part of a pattern of LIKE. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
