import { TtlCache } from '../../cache/ttl-cache.ts';
import type { Reading } from '../../database/database.ts';
import {
  type DirectoryEntry,
  type DirectoryQuery,
  type DirectoryStore,
  escaped,
  type SampledApp,
  type SearchWay,
} from './directory-store.ts';

/** A filter that this share of the sample matches fills a page soon, in the order of names. */
const FREQUENT_SHARE = 0.05;
/** A word is common that this share has: apps registered next may be of another kind. */
const COMMON_SHARE = 0.9;
/** Words, and the characters between them. */
const TOKENS = /[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu;

type Sample = readonly SampledApp[];

/**
 * Searches the directory. A sample of the apps, read at most once a second, decides how: PostgreSQL
 * plans a statement for any values, and its statistics may be older than the apps.
 */
export class DirectorySearch {
  readonly #database: Reading<{ directory: DirectoryStore }>;
  readonly #samples = new TtlCache<Sample>({ capacity: 1 });

  constructor(database: Reading<{ directory: DirectoryStore }>) {
    this.#database = database;
  }

  /** @returns one entry more than the page has, where there is a next page */
  async search(organizationId: string, query: DirectoryQuery): Promise<DirectoryEntry[]> {
    const { text, tag, isOwn } = query;
    const { directory } = this.#database.reading(organizationId);
    if (isOwn || (text === undefined && tag === undefined))
      return directory.search(organizationId, query);
    return directory.search(organizationId, query, searchWay(await this.#sample(directory), query));
  }

  async #sample(directory: DirectoryStore): Promise<Sample> {
    const read = () => directory.sample();
    return this.#samples.get('') ?? (await this.#samples.read('', read)) ?? [];
  }
}

function searchWay(sample: Sample, { text, tag }: DirectoryQuery): SearchWay {
  const part = text?.toLowerCase() ?? '';
  const matches = ({ searchText, tags }: SampledApp) =>
    searchText.includes(part) && (tag === undefined || tags.includes(tag));
  if (share(sample, matches) >= FREQUENT_SHARE) return { kind: 'walk' };
  return { kind: 'useIndex', ...(text !== undefined && tellingPattern(sample, text)) };
}

/**
 * Leaves out the words that nearly all apps have. For each of those the index would read a list of
 * nearly all apps, and find hardly fewer.
 */
function tellingPattern(sample: Sample, text: string): Pick<SearchWay, 'tellingPattern'> {
  const tokens = text.match(TOKENS) ?? [];
  const common = new Set(tokens.filter((token) => isCommon(sample, token)));
  const isTelling = (token: string) => /[\p{L}\p{N}]{2}/u.test(token) && !common.has(token);
  if (!tokens.some(isTelling)) return {};
  const parts = tokens.map((token) => (common.has(token) ? '%' : escaped(token)));
  return { tellingPattern: `%${parts.join('')}%` };
}

function isCommon(sample: Sample, token: string): boolean {
  const part = token.toLowerCase();
  const has = ({ searchText }: SampledApp) => searchText.includes(part);
  return part.length > 2 && share(sample, has) >= COMMON_SHARE;
}

function share(sample: Sample, matches: (app: SampledApp) => boolean): number {
  return sample.filter(matches).length / sample.length;
}
