import { type PageOf, pageOf } from '@app-platform/runtime/database';
import type { Reading } from '../../database/database.ts';
import { DirectorySample } from './directory-sample.ts';
import {
  containing,
  type DirectoryEntry,
  type DirectoryQuery,
  type DirectoryStore,
  escaped,
  hasTrigram,
  type SearchWay,
} from './directory-store.ts';
import { searchWords } from './search-words.ts';
import type {
  DirectoryOrder,
  InstallationCount,
  SortedDirectoryStore,
  SortedEntry,
  SortedFilter,
  SortedPosition,
} from './sorted-directory-store.ts';
import { withExchangedLetters } from './spelling.ts';
import {
  allOf,
  MOST_RANKED,
  type RankedEntry,
  type WordQuery,
  type WordSearchStore,
} from './word-search-store.ts';

/** A filter that this share of the sample matches fills a page soon, in the order of names. */
const FREQUENT_SHARE = 0.05;
/** A word is common that this share has: apps registered next may be of another kind. */
const COMMON_SHARE = 0.9;
/** A shorter word is similar to too many. */
const SHORTEST_SIMILAR = 4;
/** Each letter of a mistyped word makes one more word to look for. */
const LONGEST_EXCHANGED = 24;
const SAMPLE_MILLISECONDS = 1_000;
/** Words, and the characters between them. */
const TOKENS = /[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu;

/** How long a count of all installations is used, for the order `most_installed`: it reads their whole index. */
export const COUNT_MILLISECONDS = 60_000;

/** The cursor of a page: a name, with its rank in front where the apps were found by words. */
const position = /^(\d{1,8} )?\w{1,160}$/;
/** The same, with the number or the installations of the app as its rank. */
const sortedPosition = /^\d{1,18} \w{1,160}$/;

export const directorySorts = ['relevance', 'name', 'newest', 'most_installed'] as const;
export type DirectorySort = (typeof directorySorts)[number];

/** The order of a list, where it is not that of relevance or of names alone. */
function sortedOrder({ sort, text, isOwn }: Omit<SortedQuery, 'page'>) {
  if (isOwn || sort === undefined || sort === 'relevance') return undefined;
  return sort === 'name' && text === undefined ? undefined : sort;
}

export function directoryPosition(query: Omit<SortedQuery, 'page'>): RegExp {
  return sortedOrder(query) ? sortedPosition : position;
}

export type SortedQuery = DirectoryQuery & { sort?: DirectorySort };

type Stores = {
  directory: DirectoryStore;
  wordSearch: WordSearchStore;
  sortedDirectory: SortedDirectoryStore;
};

/**
 * Searches the directory: by words, the best first; for a part of the texts where no app has the words;
 * for similar words where none has that part either. A cursor says which of these its list was.
 *
 * A sample of the apps, read at most once a second, decides how: PostgreSQL plans a statement for any
 * values, and its statistics may be older than the apps.
 */
export class DirectorySearch {
  readonly #database: Reading<Stores>;
  readonly #sampled: Kept<DirectorySample> = new Kept(SAMPLE_MILLISECONDS);
  readonly #counted: Kept<InstallationCount[]> = new Kept(COUNT_MILLISECONDS);

  constructor(database: Reading<Stores>) {
    this.#database = database;
  }

  async search(organizationId: string, query: SortedQuery): Promise<PageOf<DirectoryEntry>> {
    const order = sortedOrder(query);
    if (order) return this.#sorted(organizationId, order, query);
    const { text, tag, isOwn } = query;
    const { size, after } = query.page;
    const { directory, wordSearch } = this.#database.reading(organizationId);
    const position = after === undefined ? undefined : readPosition(after);
    const page = { size, ...(position && { after: position.name }) };
    const list = async (way?: SearchWay) =>
      pageOf(await directory.search(organizationId, { ...query, page }, way), size, nameOf);
    if (isOwn || (text === undefined && tag === undefined)) return list();
    const sample = await this.#sample(directory);
    const words = text === undefined ? undefined : searchWords(text);
    if (!words || (position && position.rank === undefined)) return list(searchWay(sample, query));
    const search = { organizationId, sample, store: wordSearch };
    const wordQuery = { words, size, ...(tag !== undefined && { tag }) };
    const found = await findByWords(search, { ...wordQuery, ...(position && { after: position }) });
    if (found.length > 0 || position) return rankedPage(found, size);
    const parts = await list(searchWay(sample, query));
    if (parts.entries.length > 0) return parts;
    // One page: the next one would depend on the sample.
    return { ...rankedPage(await findSimilar(search, wordQuery), size), next: null };
  }

  /** The apps with the words; where none has them, those with the text as a part, with corrected words, or similar. */
  async #sorted(
    organizationId: string,
    order: DirectoryOrder,
    { text, tag, page: { size, after } }: SortedQuery,
  ): Promise<PageOf<DirectoryEntry>> {
    const { directory, wordSearch, sortedDirectory } = this.#database.reading(organizationId);
    const counts =
      order === 'most_installed'
        ? await this.#counted.read(() => sortedDirectory.countInstallations())
        : [];
    const list = (filter: Omit<SortedFilter, 'tag'>) => {
      const position = after === undefined ? undefined : readSortedPosition(after);
      const query = {
        order,
        filter: { ...filter, tag: tag ?? null },
        size,
        after: position,
        counts,
      };
      return sortedDirectory.list(organizationId, query);
    };
    const words = text === undefined ? undefined : searchWords(text);
    if (text === undefined) return sortedPage(await list({ words: null, pattern: null }), size);
    if (words) {
      const found = await list({ words: allOf(words), pattern: null });
      if (found.length > 0) return sortedPage(found, size);
    }
    if (!words || hasTrigram(text)) {
      const found = await list({ words: null, pattern: containing(text) });
      if (found.length > 0) return sortedPage(found, size);
    }
    if (!words) return { entries: [], next: null };
    const sample = await this.#sample(directory);
    const corrected = sample.correct(words);
    const found = corrected === words ? [] : await list({ words: allOf(corrected), pattern: null });
    if (found.length > 0 || after !== undefined) return sortedPage(found, size);
    const search = { organizationId, sample, store: wordSearch };
    const similar = await findSimilar(search, { words, size, ...(tag !== undefined && { tag }) });
    return { ...rankedPage(similar, size), next: null };
  }

  #sample(directory: DirectoryStore): Promise<DirectorySample> {
    return this.#sampled.read(async () => new DirectorySample(await directory.sample()));
  }
}

/** What was read last, for a while. A failure is not kept. */
class Kept<Value> {
  readonly #milliseconds: number;
  #last: { at: number; value: Promise<Value> } | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  read(read: () => Promise<Value>): Promise<Value> {
    const at = performance.now();
    if (this.#last && at < this.#last.at + this.#milliseconds) return this.#last.value;
    const value = read();
    const last = { at, value };
    this.#last = last;
    value.catch(() => {
      if (this.#last === last) this.#last = undefined;
    });
    return value;
  }
}

function readSortedPosition(cursor: string): SortedPosition {
  const [rank = '0', name = ''] = cursor.split(' ');
  return { rank: BigInt(rank), name };
}

function sortedPage(found: SortedEntry[], size: number): PageOf<DirectoryEntry> {
  const { entries, next } = pageOf(found, size, ({ rank, name }) => `${rank} ${name}`);
  return { entries: entries.map(({ rank, ...entry }) => entry), next };
}

/** The last app of the page before. Its rank is left out where the list is of parts of texts. */
type Position = { name: string; rank?: number };

function readPosition(cursor: string): Position {
  const [name = '', rank] = cursor.split(' ').reverse();
  return rank === undefined ? { name } : { name, rank: Number(rank) };
}

function nameOf({ name }: DirectoryEntry): string {
  return name;
}

function rankedPage(found: RankedEntry[], size: number): PageOf<DirectoryEntry> {
  const { entries, next } = pageOf(found, size, ({ rank, name }) => `${rank} ${name}`);
  return { entries: entries.map(({ rank, ...entry }) => entry), next };
}

type Search = { organizationId: string; sample: DirectorySample; store: WordSearchStore };

function findByWords(
  { organizationId, sample, store }: Search,
  query: WordQuery,
): Promise<RankedEntry[]> {
  const { words, tag, after } = query;
  const share = after?.rank ? 0 : sample.shareWithWords(words, tag);
  return share >= FREQUENT_SHARE && share * sample.size > MOST_RANKED
    ? store.walk(organizationId, query)
    : store.find(organizationId, query);
}

/** Apps that have what was meant, where a word is mistyped. */
async function findSimilar(search: Search, query: WordQuery): Promise<RankedEntry[]> {
  const { organizationId, sample, store } = search;
  const words = sample.correct(query.words);
  const found = words === query.words ? [] : await findByWords(search, { ...query, words });
  if (found.length > 0) return found;
  const unknown = query.words.words.filter(
    (word) => word.length >= SHORTEST_SIMILAR && !sample.has(word),
  );
  const [longest] = unknown.toSorted((one, other) => other.length - one.length);
  if (longest === undefined) return [];
  const exchanged = await findExchanged(search, query, longest);
  return exchanged.length > 0 ? exchanged : store.findSimilar(organizationId, query, longest);
}

/** Apps that have a mistyped word with two of its letters exchanged. The index of words finds each form. */
async function findExchanged(
  { organizationId, store }: Search,
  query: WordQuery,
  word: string,
): Promise<RankedEntry[]> {
  const meant = word.length > LONGEST_EXCHANGED ? [] : withExchangedLetters(word);
  if (meant.length === 0) return [];
  return store.find(organizationId, {
    ...query,
    words: { ...query.words, mistyped: { word, meant } },
  });
}

function searchWay(sample: DirectorySample, { text, tag }: DirectoryQuery): SearchWay {
  if (sample.shareWithPart(text ?? '', tag) >= FREQUENT_SHARE) return { kind: 'walk' };
  return { kind: 'useIndex', ...(text !== undefined && tellingPattern(sample, text)) };
}

/**
 * Leaves out the words that nearly all apps have. For each of those the index would read a list of
 * nearly all apps, and find hardly fewer.
 */
function tellingPattern(sample: DirectorySample, text: string): Pick<SearchWay, 'tellingPattern'> {
  const tokens = text.match(TOKENS) ?? [];
  const common = new Set(tokens.filter((token) => isCommon(sample, token)));
  const isTelling = (token: string) => /[\p{L}\p{N}]{2}/u.test(token) && !common.has(token);
  if (!tokens.some(isTelling)) return {};
  const parts = tokens.map((token) => (common.has(token) ? '%' : escaped(token)));
  return { tellingPattern: `%${parts.join('')}%` };
}

function isCommon(sample: DirectorySample, token: string): boolean {
  return token.length > 2 && sample.shareWithPart(token) >= COMMON_SHARE;
}
