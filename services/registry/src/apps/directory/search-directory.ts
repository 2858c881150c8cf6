import { type PageOf, pageOf } from '@app-platform/runtime/database';
import type { Reading } from '../../database/database.ts';
import { DirectorySample } from './directory-sample.ts';
import {
  type DirectoryEntry,
  type DirectoryQuery,
  type DirectoryStore,
  escaped,
  type SearchWay,
} from './directory-store.ts';
import { searchWords } from './search-words.ts';
import {
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
const SAMPLE_MILLISECONDS = 1_000;
/** Words, and the characters between them. */
const TOKENS = /[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu;

/** The cursor of a page: a name, with its rank in front where the apps were found by words. */
export const directoryPosition = /^(\d{1,8} )?\w{1,160}$/;

type Stores = { directory: DirectoryStore; wordSearch: WordSearchStore };

/**
 * Searches the directory: by words, the best first; for a part of the texts where no app has the words;
 * for similar words where none has that part either. A cursor says which of these its list was.
 *
 * A sample of the apps, read at most once a second, decides how: PostgreSQL plans a statement for any
 * values, and its statistics may be older than the apps.
 */
export class DirectorySearch {
  readonly #database: Reading<Stores>;
  #sampled: { at: number; sample: Promise<DirectorySample> } | undefined;

  constructor(database: Reading<Stores>) {
    this.#database = database;
  }

  async search(organizationId: string, query: DirectoryQuery): Promise<PageOf<DirectoryEntry>> {
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

  #sample(directory: DirectoryStore): Promise<DirectorySample> {
    const at = performance.now();
    if (this.#sampled && at < this.#sampled.at + SAMPLE_MILLISECONDS) return this.#sampled.sample;
    const sample = directory.sample().then((apps) => new DirectorySample(apps));
    const sampled = { at, sample };
    this.#sampled = sampled;
    sample.catch(() => {
      if (this.#sampled === sampled) this.#sampled = undefined;
    });
    return sample;
  }
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
  return longest === undefined ? [] : store.findSimilar(organizationId, query, longest);
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
