import MiniSearch from 'minisearch';
import { searchOptions } from '../browser/search-options.ts';
import { textOf } from './markdown.ts';
import type { SitePage } from './site-page.ts';

type Entry = { id: number; title: string; page: string; path: string; text: string };

/** The index of all pages as JSON. Each section of a page is an entry of its own. */
export function searchIndex(pages: readonly SitePage[]): string {
  const index = new MiniSearch<Entry>(searchOptions);
  const entries = pages.flatMap(entriesOf);
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return JSON.stringify(index);
}

/** The part of a page before its first section, and each section. */
function entriesOf({ path, title, kind, html, isWhole }: SitePage): Omit<Entry, 'id'>[] {
  // Code has ids and times, which nobody searches for.
  const prose = html.replace(/<pre.*?<\/pre>|<section class="console.*?<\/section>/gs, '');
  const [first = '', ...sections] = isWhole ? [prose] : prose.split(/(?=<h[23] id=")/);
  const beginning = { title, page: kind, path, text: textOf(first) };
  return [
    beginning,
    ...sections.map((section) => {
      const [, anchor = '', heading = ''] = /^<h[23] id="([^"]*)">(.*?)<\/h/s.exec(section) ?? [];
      const text = textOf(section);
      return { title: textOf(heading), page: title, path: `${path}#${anchor}`, text };
    }),
  ];
}
