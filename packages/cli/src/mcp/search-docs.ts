import MiniSearch from 'minisearch';
import { failureOf, isNetworkError, refused, unreachable } from '../failure.ts';
import type { Addresses } from '../session/registry.ts';

/** A part of a page, from one heading to the next. */
type Section = { page: string; address: string; heading: string; text: string };

export type FoundSection = Omit<Section, 'page'>;

const KEPT_MILLISECONDS = 5 * 60_000;
const TIMEOUT_MILLISECONDS = 10_000;
const MOST_AT_ONCE = 8;
const API_PAGE = '/docs.md';
const MOST_RESULTS = 6;
const EXCERPT_CHARACTERS = 2_000;
/** Of one page in the results, so that one page does not fill them. */
const MOST_OF_A_PAGE = 2;

/** The documentation as Markdown: the pages that the registry's `/llms.txt` lists, and the OAuth service's API. */
export class Documentation {
  readonly #addresses: Addresses;
  readonly #notify: (text: string) => void;
  #kept: { index: Promise<Index>; until: number } | undefined;

  /** @param notify reports what is left out */
  constructor(addresses: Addresses, notify: (text: string) => void) {
    this.#addresses = addresses;
    this.#notify = notify;
  }

  /** @throws CommandFailure if the registry does not answer */
  async search(query: string): Promise<FoundSection[]> {
    const best = ranked(await this.#index(), query);
    const results = best.filter(
      (one, index) =>
        best.slice(0, index).filter(({ page }) => page === one.page).length < MOST_OF_A_PAGE,
    );
    return results.slice(0, MOST_RESULTS).map(({ address, heading, text }) => ({
      ...{ address, heading },
      text: text.length > EXCERPT_CHARACTERS ? `${text.slice(0, EXCERPT_CHARACTERS)}…` : text,
    }));
  }

  #index(): Promise<Index> {
    if (this.#kept && this.#kept.until > Date.now()) return this.#kept.index;
    const index = this.#load().then(indexOf);
    this.#kept = { index, until: Date.now() + KEPT_MILLISECONDS };
    // The caller gets the failure; the next search loads again.
    index.catch(() => {
      this.#kept = undefined;
    });
    return index;
  }

  async #load(): Promise<Section[]> {
    const { baseUrl, oauthUrl } = this.#addresses;
    const index = await read(baseUrl, '/llms.txt');
    // The index has the public addresses, which may differ from the one that is configured here.
    const links = index.matchAll(/\]\(\S*?(\/docs(?:\/[\w/-]+)?\.md)\)/g);
    const paths = [...links].map(([, path = '']) => path);
    const sections: Section[] = [];
    for (let start = 0; start < paths.length; start += MOST_AT_ONCE) {
      const pages = paths
        .slice(start, start + MOST_AT_ONCE)
        .map(async (path) => sectionsOf(baseUrl + path, await read(baseUrl, path)));
      sections.push(...(await Promise.all(pages)).flat());
    }
    // Only sign-ins need this service: without it the rest is searched.
    const oauth = await read(oauthUrl, API_PAGE).catch((error: unknown) => {
      this.#notify(`${failureOf(error).message} Its API is not searched.`);
      return '';
    });
    return [...sections, ...sectionsOf(oauthUrl + API_PAGE, oauth)];
  }
}

/** @throws CommandFailure if the service does not answer with the document */
async function read(baseUrl: string, path: string): Promise<string> {
  const address = baseUrl + path;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
    if (response.ok) return await response.text();
    throw refused('no_documentation', `${address} answers with ${response.status}.`);
  } catch (error) {
    if (!isNetworkError(error)) throw error;
    throw unreachable(baseUrl, error, 'BASE_URL');
  }
}

function sectionsOf(address: string, markdown: string): Section[] {
  const sections: Section[] = [];
  let page = address;
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const heading = isCode ? undefined : /^#{1,3} (.+)$/.exec(line)?.[1];
    if (heading !== undefined) {
      if (line.startsWith('# ')) page = heading;
      sections.push({
        page,
        address,
        heading: heading === page ? page : `${page}: ${heading}`,
        text: '',
      });
    }
    const last = sections.at(-1);
    if (last) last.text += `${line}\n`;
  }
  return sections;
}

type Index = { sections: Section[]; search: MiniSearch };

/** Words in full or begun; a section with all of them comes first, and a heading counts more. */
function indexOf(sections: Section[]): Index {
  const search = new MiniSearch({
    fields: ['heading', 'address', 'text'],
    searchOptions: { boost: { heading: 3, address: 2 }, prefix: true },
  });
  search.addAll(sections.map((section, id) => ({ id, ...section })));
  return { sections, search };
}

function ranked({ sections, search }: Index, query: string): Section[] {
  const found = [
    ...search.search(query, { combineWith: 'AND' }),
    ...search.search(query, { combineWith: 'OR' }),
  ];
  const ids = new Set(found.map(({ id }) => Number(id)));
  return [...ids].flatMap((id) => sections[id] ?? []);
}
