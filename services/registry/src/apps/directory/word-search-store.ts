import type { Statements } from '@app-platform/runtime/database';
import {
  definePage,
  defineRankedPage,
  hasTag,
  hasTagIfGiven,
  isWalked,
  selectRanked,
  VISIBLE,
  walk,
} from '../../database/directory-page.ts';
import { type DirectoryEntry, escaped } from './directory-store.ts';

/** Words of a search, in the order in which they were written. */
export type SearchWords = {
  words: readonly string[];
  /** Whether the last one may be the beginning of a longer word: nothing follows it. */
  isOpen: boolean;
  /** A mistyped word, in whose place an app has one of others. */
  mistyped?: { word: string; meant: readonly string[] };
};

/** The rank of an app that was found by name. */
const BY_NAME = 0;

export type RankedEntry = DirectoryEntry & { rank: number };

export type WordQuery = {
  words: SearchWords;
  tag?: string;
  size: number;
  /** The last app of the page before. */
  after?: { rank?: number; name: string };
};

/** As many matches are ranked; more are listed by name. */
export const MOST_RANKED = 500;
/** Texts are compared with a mistyped word one by one. */
const MOST_SIMILAR = 50;
/** Two letters are exchanged in a word of seven. */
const LEAST_SIMILARITY = 0.4;

/** The weighted words of an app, as the index `app_words_idx` has them. */
const WORDS = 'app_words(title, name, tags, developer, description)';
/** Without the description, which may be long. An app of which it alone has the words comes last. */
const RANKED_WORDS = "app_words(title, name, tags, developer, '')";
const query = (place: string) => `(SELECT to_tsquery('simple', ${place}))`;
/** @param words for `to_tsquery`, null for none */
export const hasWords = (words: string) => `${WORDS} @@ ${query(words)}`;
/** Divided by the number of words: a title of one word is before a longer one. */
const rankBy = (place: string) => `ts_rank(words, ${query(place)}, 1)`;

/** For words that many apps have. A pattern of one word is tested first, which takes less time. */
const WALK_BY_WORDS = definePage(
  'walk-apps-by-words',
  { all: 'text', pattern: 'text', tag: 'text?' },
  (all, pattern, tag) =>
    walk(`
      AND ${isWalked(`
        search_text LIKE ${pattern} OR lower(developer) LIKE ${pattern}
        OR array_to_string(tags, ' ') LIKE ${pattern}`)}
      AND ${isWalked(hasTagIfGiven(tag))} AND ${isWalked(hasWords(all))}`),
);

const ranking = { all: 'text', any: 'text', whole: 'text', rank: 'int4?' } as const;

function findByWords(condition: string, any: string, whole: string, rank: string): string {
  const score = `
    (SELECT 1 + (1000000 * (${rankBy(any)} + ${rankBy(whole)}))::int
     FROM (SELECT ${RANKED_WORDS} AS words OFFSET 0) AS of_app)`;
  return `
    WITH matching AS MATERIALIZED (
      SELECT id, name, title, tags, developer, organization_id, visibility, blocked_at
      FROM app WHERE ${condition})
    ${selectRanked(`
      SELECT id, name, rank FROM (
        SELECT id, name, CASE
            WHEN ${rank} > ${BY_NAME}
              OR ${rank} IS NULL AND (SELECT count(*) FROM matching) <= ${MOST_RANKED}
            THEN ${score} ELSE ${BY_NAME} END AS rank
        FROM matching WHERE ${VISIBLE} OFFSET 0) AS ranked
      WHERE ${rank}::int IS NULL OR rank < ${rank} OR rank = ${rank} AND name > $2`)}`;
}

const FIND_BY_WORDS = defineRankedPage('find-apps-by-words', ranking, (all, any, whole, rank) =>
  findByWords(hasWords(all), any, whole, rank),
);

const FIND_BY_WORDS_AND_TAG = defineRankedPage(
  'find-apps-by-words-and-tag',
  { ...ranking, tag: 'text' },
  (all, any, whole, rank, tag) =>
    findByWords(`${hasWords(all)} AND ${hasTag(tag)}`, any, whole, rank),
);

/** Of whole words. The index compares beginnings and ends of neighbouring words too. */
const similarity = (text: string) => `strict_word_similarity(${text}, search_text)`;

/** Those that the index of trigrams gives first, the most similar first. */
const FIND_SIMILAR = defineRankedPage(
  'find-similar-apps',
  { word: 'text', text: 'text', tag: 'text?' },
  (word, text, tag) => `
    WITH alike AS MATERIALIZED (
      SELECT * FROM app
      WHERE ${word}::text <% search_text AND ${VISIBLE} AND ${hasTagIfGiven(tag)}
        AND ${similarity(word)} >= ${LEAST_SIMILARITY}
      LIMIT ${MOST_SIMILAR})
    ${selectRanked(`
      SELECT id, name, (1000000 * ${similarity(text)})::int AS rank FROM alike
      WHERE name > $2`)}`,
);

/** Finds apps by whole words, the beginning of one, or words that are similar. */
export class WordSearchStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** By name: for words that many apps have. @returns one entry more than the page has, as below */
  async walk(
    organizationId: string,
    { words, tag, size, after }: WordQuery,
  ): Promise<RankedEntry[]> {
    const [longest = ''] = words.words.toSorted((one, other) => other.length - one.length);
    const found = await this.#statements.rows(WALK_BY_WORDS, {
      organizationId,
      after: after?.name ?? '',
      size: size + 1,
      all: allOf(words),
      pattern: `%${escaped(longest)}%`,
      tag: tag ?? null,
    });
    return found.map((entry) => ({ ...entry, rank: BY_NAME }));
  }

  /** The best first; all by name where more have the words than are ranked. */
  find(organizationId: string, { words, tag, size, after }: WordQuery): Promise<RankedEntry[]> {
    const values = {
      organizationId,
      after: after?.name ?? '',
      size: size + 1,
      all: allOf(words),
      any: anyOf(words),
      whole: anyOf({ ...words, isOpen: false }),
      rank: after?.rank ?? null,
    };
    return tag === undefined
      ? this.#statements.rows(FIND_BY_WORDS, values)
      : this.#statements.rows(FIND_BY_WORDS_AND_TAG, { ...values, tag });
  }

  /** @param word the one that is mistyped */
  findSimilar(
    organizationId: string,
    { words: { words }, tag, size }: WordQuery,
    word: string,
  ): Promise<RankedEntry[]> {
    return this.#statements.rows(FIND_SIMILAR, {
      organizationId,
      after: '',
      size,
      word,
      text: words.join(' '),
      tag: tag ?? null,
    });
  }
}

/** For `to_tsquery`: apps that have all words, or one of them. */
export function allOf(words: SearchWords): string {
  return terms(words).join(' & ');
}

function anyOf(words: SearchWords): string {
  return terms(words).join(' | ');
}

function terms({ words, isOpen, mistyped }: SearchWords): string[] {
  return words.map((word, index) => {
    if (word === mistyped?.word) return `(${mistyped.meant.map((one) => `'${one}'`).join(' | ')})`;
    return `'${word}'${isOpen && index === words.length - 1 ? ':*' : ''}`;
  });
}
