import { defineStatement, type Statements } from '@app-platform/runtime/database';
import {
  defineSortedPage,
  hasTagIfGiven,
  inOrderOfNames,
  isWalked,
  MOST_ENTRIES,
  selectRanked,
  VISIBLE,
} from '../../database/directory-page.ts';
import { type DirectoryEntry, hasText } from './directory-store.ts';
import { hasWords } from './word-search-store.ts';

/** Orders beside that of relevance. By name without a text is that of `DirectoryStore`. */
export type DirectoryOrder = 'name' | 'newest' | 'most_installed';

/** Apps that have the words, or the part of the text, and the tag. */
export type SortedFilter = { words: string | null; pattern: string | null; tag: string | null };

/** The last app of the page before, by its rank in the order. */
export type SortedPosition = { rank: bigint; name: string };

export type SortedEntry = DirectoryEntry & { rank: bigint };

/** How often each of the apps is installed that are installed most. */
export type InstallationCount = { id: string; installations: string };

/** As many apps are ranked by their installations; more are listed by name. */
const MOST_COUNTED = 500;
const HIGHEST_RANK = 2n ** 63n - 1n;

/** Reads the index of installations, so it is not for each request. */
const COUNT_INSTALLATIONS = defineStatement({
  name: 'count-installations-of-apps',
  text: `
    SELECT app_id::text AS id, count(*)::text AS installations FROM installation
    GROUP BY app_id ORDER BY count(*) DESC, app_id LIMIT ${MOST_COUNTED}`,
  parameters: {},
  row: { id: 'text', installations: 'text' },
});

const order = { before: 'int8', tag: 'text?' } as const;
const filter = { ...order, words: 'text?', pattern: 'text?' } as const;

/** By the primary key. A rare tag goes through all apps. */
const WALK_NEWEST = defineSortedPage('walk-newest-apps', order, (before, tag) =>
  selectRanked(`
    SELECT * FROM (
      SELECT id, name, id AS rank FROM app
      WHERE ${VISIBLE} AND id <= ${before} AND (id < ${before} OR name > $2)
        AND ${isWalked(hasTagIfGiven(tag))}
      ORDER BY id DESC LIMIT ${MOST_ENTRIES}) AS newest`),
);

/** All matches are found by the indexes of words and of parts of texts, and put in order. */
function findInOrder(rank: string, join = '') {
  const columns = 'id, name, organization_id, visibility, blocked_at';
  return (before: string, tag: string, words: string, pattern: string) => `
    WITH matching AS MATERIALIZED (
      SELECT ${columns} FROM app WHERE ${hasWords(words)} AND ${hasTagIfGiven(tag)}
      UNION SELECT ${columns} FROM app WHERE ${hasText(pattern)} AND ${hasTagIfGiven(tag)})
    ${selectRanked(`
      SELECT id, name, rank FROM (
        SELECT id, name, ${rank} AS rank FROM matching ${join} WHERE ${VISIBLE} OFFSET 0) AS sorted
      WHERE (rank < ${before} OR rank = ${before} AND name > $2)`)}`;
}

const FIND_BY_NAME = defineSortedPage('find-apps-by-name', filter, findInOrder('0::int8'));
const FIND_NEWEST = defineSortedPage('find-newest-apps', filter, findInOrder('id'));

const countedBy = (counts: string) =>
  `json_to_recordset(${counts}::json) AS counted (id int8, installations int8)`;

/** The apps that are counted come first; all others by name, as if nobody had them installed. */
const LIST_MOST_INSTALLED = defineSortedPage(
  'list-most-installed-apps',
  { ...order, tie: 'text', counts: 'json' },
  (before, tag, tie, counts) => `
    WITH counted AS MATERIALIZED (SELECT id, installations FROM ${countedBy(counts)})
    ${selectRanked(`
      SELECT id, name, rank FROM (
        SELECT one.id, one.name, installations AS rank FROM counted
        CROSS JOIN LATERAL (
          SELECT * FROM app WHERE app.id = counted.id AND ${VISIBLE} AND ${hasTagIfGiven(tag)}
          OFFSET 0) AS one
        WHERE installations < ${before} OR installations = ${before} AND one.name > ${tie}
        UNION ALL
        SELECT id, name, 0::int8 AS rank FROM (${inOrderOfNames(`
          AND ${isWalked(hasTagIfGiven(tag))} AND id NOT IN (SELECT id FROM counted)`)}) AS others
      ) AS sorted`)}`,
);

const FIND_MOST_INSTALLED = defineSortedPage(
  'find-most-installed-apps',
  { ...filter, counts: 'json' },
  (before, tag, words, pattern, counts) =>
    findInOrder('coalesce(installations, 0)', `LEFT JOIN ${countedBy(counts)} USING (id)`)(
      before,
      tag,
      words,
      pattern,
    ),
);

/** Lists the directory by name, age or installations. */
export class SortedDirectoryStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  countInstallations(): Promise<InstallationCount[]> {
    return this.#statements.rows(COUNT_INSTALLATIONS, {});
  }

  /**
   * @param counts of the order `most_installed`
   * @returns one entry more than the page has, where there is a next page
   */
  list(
    organizationId: string,
    query: {
      order: DirectoryOrder;
      filter: SortedFilter;
      size: number;
      after?: SortedPosition | undefined;
      counts: readonly InstallationCount[];
    },
  ): Promise<SortedEntry[]> {
    const { words, pattern, tag } = query.filter;
    const { rank: before = HIGHEST_RANK, name: tie = '' } = query.after ?? {};
    const page = { organizationId, after: tie, size: query.size + 1, before, tag };
    const counts = JSON.stringify(query.counts);
    if (words !== null || pattern !== null) {
      const values = { ...page, words, pattern };
      if (query.order === 'name') return this.#statements.rows(FIND_BY_NAME, values);
      if (query.order === 'newest') return this.#statements.rows(FIND_NEWEST, values);
      return this.#statements.rows(FIND_MOST_INSTALLED, { ...values, counts });
    }
    if (query.order === 'newest') return this.#statements.rows(WALK_NEWEST, page);
    // The names of apps that are not counted begin anew after those that are.
    const after = before === 0n ? tie : '';
    return this.#statements.rows(LIST_MOST_INSTALLED, { ...page, after, tie, counts });
  }
}
