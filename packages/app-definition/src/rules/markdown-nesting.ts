import MarkdownIt, { type Token } from 'markdown-it';
import type { Path } from '../json/json-pointer.ts';
import type { JsonObject } from '../json/json-value.ts';
import { markdownTextsOf } from '../text/texts.ts';
import type { Report, Rule } from './rule.ts';

export const markdownNesting: Rule = {
  name: 'markdown-nesting',
  severity: 'error',
  title: 'Nesting of Markdown',
  summary: 'A text nests quotes, lists and emphasis in 100 or more levels.',
  expected: 'fewer than 20 levels',
  refuseListing: refuseDeepMarkdown,
  why: 'Programs that render Markdown call themselves for each level of a quote, a list or emphasis, and fail at too many. Then nobody could read the page of the app.',
  wrong: { description: `${'> '.repeat(100)}Refunds.` },
  right: { description: '> Refunds.' },
};

export const deepMarkdown: Rule = {
  name: 'deep-markdown',
  severity: 'warning',
  title: 'Deeply nested Markdown',
  warning: 'A text nests deeper than people can read',
  summary: 'A text nests quotes, lists and emphasis in 20 or more levels.',
  expected: 'fewer than 20 levels',
  warnListing: warnAboutDeepMarkdown,
  why: 'Nobody can follow a text of so many levels, and the console shows it in a narrow column. From 100 levels on the text is refused.',
  wrong: { description: `${'> '.repeat(20)}Refunds.` },
  right: { description: '> Refunds.' },
};

/** The depth at which readers lose track. */
const DEEP = 20;
/** The depth at which recursive renderers may overflow their stack. */
const TOO_DEEP = 100;

/** Whether registration refuses the text. A version from before this rule may have such a text. */
export function isTooDeep(text: string): boolean {
  return nestingDepth(text) >= TOO_DEEP;
}

/** Refuses Markdown with quotes, lists and emphasis so deep that programs fail to render it. */
function refuseDeepMarkdown(listing: JsonObject, report: Report): void {
  for (const { path, depth } of deepTextsOf(listing)) {
    if (depth < TOO_DEEP) continue;
    const detail = () =>
      `The Markdown nests quotes, lists and emphasis ${TOO_DEEP} or more levels deep. Write fewer than ${DEEP} levels.`;
    report(markdownNesting, path, detail);
  }
}

/** Warns about Markdown that nests deeper than people can read. */
function warnAboutDeepMarkdown(listing: JsonObject, report: Report): void {
  for (const { path, depth } of deepTextsOf(listing)) {
    if (depth >= TOO_DEEP) continue;
    const detail = () =>
      `The Markdown nests quotes, lists and emphasis ${depth} levels deep. Write fewer than ${DEEP} levels; ${TOO_DEEP} are refused.`;
    report(deepMarkdown, path, detail);
  }
}

type DeepText = { path: Path; depth: number };

/** Cached, because both rules read the same listing. */
const readListings = new WeakMap<JsonObject, DeepText[]>();

function deepTextsOf(listing: JsonObject): DeepText[] {
  const known = readListings.get(listing);
  if (known) return known;
  const texts = [...markdownTextsOf(listing)].map(({ path, text }) => ({
    path,
    depth: nestingDepth(text),
  }));
  const deep = texts.filter(({ depth }) => depth >= DEEP);
  readListings.set(listing, deep);
  return deep;
}

/** Bounds the measurement. It is above the limits of a definition. */
const DEEPEST = 200;
const nesting = ['blockquote', 'list', 'emphasis', 'strikethrough'];
const reader = new MarkdownIt('zero', { maxNesting: DEEPEST }).enable(nesting);
const nested = new Set(['blockquote', 'bullet_list', 'ordered_list', 'em', 'strong', 's']);

/** Lines that quotes of 20 or more levels may have, times the levels: about 0.1 s of reading. */
const MOST_LINES_IN_DEEP_QUOTES = 1_000_000;
/** Each level of quotes, lists and emphasis needs one of its own. */
const SIGN = /[>*_~+-]|\d[.)]/g;

/**
 * The depth of nested quotes, lists and emphasis in a Markdown text.
 * @returns 0 for a text with few signs of Markdown, at most about 200; Infinity for so many lines in so deep quotes that
 * reading them takes seconds
 */
function nestingDepth(text: string): number {
  // Most texts: reading them takes 0.1 ms for each kilobyte.
  if ((text.match(SIGN)?.length ?? 0) < DEEP) return 0;
  if (isLongInDeepQuotes(text)) return Number.POSITIVE_INFINITY;
  let deepest = 0;
  let depth = 0;
  for (const token of tokensOf(reader.parse(text, {}))) {
    if (nested.has(token.type.replace(/_(?:open|close)$/, ''))) depth += token.nesting;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The tokens of blocks, each followed by those of its line. */
function* tokensOf(blocks: Token[]): Generator<Token> {
  for (const block of blocks) {
    yield block;
    if (block.children) yield* block.children;
  }
}

/** The library reads each line once for each quote around it. */
function isLongInDeepQuotes(text: string): boolean {
  const lines = text.split('\n');
  let quotes = 0;
  for (const line of lines) quotes = Math.max(quotes, quotesBefore(line));
  return quotes >= DEEP && quotes * lines.length > MOST_LINES_IN_DEEP_QUOTES;
}

/** The most quotes that may be around a line: a later line of theirs needs not repeat their signs. */
function quotesBefore(line: string): number {
  const [signs = ''] = /^[\s>*+\-\d.)]*/.exec(line) ?? [];
  return Math.min(signs.split('>').length - 1, DEEPEST);
}
