import { defineStatement, type Page, type Statements } from '@app-platform/runtime/database';
import {
  definePage,
  hasTag,
  hasTagIfGiven,
  isWalked,
  select,
  VISIBLE,
  walk,
} from '../../database/directory-page.ts';

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

export type SampledApp = {
  searchText: string;
  developer: string | null;
  tags: string[];
  /** About as many apps are there. */
  apps: bigint;
};

const SAMPLED_APPS = 100;
/** Of a longer text the beginning is in the sample. */
const SAMPLED_CHARACTERS = 4_000;

/** Every page of the directory, without a filter. */
const LIST_APPS = definePage('list-apps', {}, () => walk());

/** An organization has few apps, so that one statement is for every filter. */
const LIST_OWN_APPS = definePage(
  'list-own-apps',
  { pattern: 'text?', tag: 'text?' },
  (pattern, tag) =>
    select(`
    SELECT * FROM app
    WHERE organization_id = $1 AND name > $2 AND visibility <> 'draft'
      AND (${pattern}::text IS NULL OR ${hasText(pattern)})
      AND ${hasTagIfGiven(tag)}`),
);

/** For each filter, statements for many matches and for few. */
const BY_TAG = {
  walk: definePage('walk-apps-by-tag', { tag: 'text' }, (tag) =>
    walk(`AND ${isWalked(hasTag(tag))}`),
  ),
  useIndex: definePage('find-apps-by-tag', { tag: 'text' }, (tag) => useIndex(hasTag(tag))),
};

const BY_TEXT = {
  walk: definePage('walk-apps-by-text', { pattern: 'text' }, (pattern) =>
    walk(`AND ${isWalked(hasText(pattern))}`),
  ),
  useIndex: definePage(
    'find-apps-by-text',
    { pattern: 'text', telling: 'text' },
    (pattern, telling) => useIndex(hasText(telling), `AND ${hasText(pattern)}`),
  ),
};

const BY_TEXT_AND_TAG = {
  walk: definePage('walk-apps-by-text-and-tag', { pattern: 'text', tag: 'text' }, (pattern, tag) =>
    walk(`AND ${isWalked(hasText(pattern))} AND ${isWalked(hasTag(tag))}`),
  ),
  useIndex: definePage(
    'find-apps-by-text-and-tag',
    { pattern: 'text', telling: 'text', tag: 'text' },
    (pattern, telling, tag) =>
      useIndex(`${hasText(telling)} AND ${hasTag(tag)}`, `AND ${hasText(pattern)}`),
  ),
};

/** The text has no trigrams, so that the tag's index alone is used. */
const BY_SHORT_TEXT_AND_TAG = definePage(
  'find-apps-by-short-text-and-tag',
  { pattern: 'text', tag: 'text' },
  (pattern, tag) => useIndex(hasTag(tag), `AND ${hasText(pattern)}`),
);

export function hasText(pattern: string): string {
  return `search_text LIKE lower(${pattern})`;
}

/** All matches that an index finds. @param matching other apps may fulfil it too */
function useIndex(matching: string, condition = ''): string {
  return `
    WITH matching AS MATERIALIZED (SELECT * FROM app WHERE ${matching})
    ${select(`SELECT * FROM matching WHERE ${VISIBLE} AND name > $2 ${condition}`)}`;
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
    SELECT one."searchText", one.developer, one.tags, highest - lowest + 1 AS apps
    FROM (SELECT min(id) AS lowest, max(id) AS highest FROM app) AS ids
    CROSS JOIN generate_series(0, ${SAMPLED_APPS - 1}) AS step
    CROSS JOIN LATERAL (
      SELECT left(search_text, ${SAMPLED_CHARACTERS}) AS "searchText", developer, tags FROM app
      WHERE id = lowest + (highest - lowest) * step / ${SAMPLED_APPS - 1} OFFSET 0) AS one`,
  parameters: {},
  row: { searchText: 'text', developer: 'text?', tags: 'text[]', apps: 'int8' },
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

/** Whether the index of trigrams can find a part of a text. */
export function hasTrigram(text: string): boolean {
  return TRIGRAM.test(text);
}

/** The pattern of LIKE for a text anywhere. */
export function containing(text: string): string {
  return `%${escaped(text)}%`;
}

/** As a literal part of a pattern of LIKE. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
