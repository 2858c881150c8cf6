import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import type { Token } from 'markdown-it';
import MarkdownIt from 'markdown-it';
import { repositoryFolder, sourceFiles } from '../repository.ts';
import { type Outcome, outcome } from './tools.ts';

const markdown = new MarkdownIt({ html: true });

const MARKDOWN = /\.md$/;
const TEXT = /\.(tsx?|mjs|sh|sql|prisma|ya?ml|md)$|^\.ci\//;
/** These tests name documents that do not exist. */
const TESTS_OF_CHECKS = /^packages\/tooling\/src\/check\/.*\.test\.ts$/;
const ELSEWHERE = /^([a-z][a-z\d+.-]*:|\/)/i;
const RECORD = /^docs\/decisions\/(\d{4})-[\w-]+\.md$/;
/** Paths of documents in comments and messages, but not in addresses of pages. */
const MENTIONED_FILE = /(?<![\w/.])(?:docs|deploy|packages|services)\/[\w./-]+\.md\b/g;
/** Paths of code and tests in documents, with or without extension; `FEATURE` stands for any name. */
const MENTIONED_PATH =
  /`((?:tests|services|packages|deploy|prisma)\/(?!\S*[A-Z]{3})[\w./-]+?)\/?`/g;
const ENDS = ['', '.ts', '.test.ts', '.browser.ts'];
const MENTIONED_RECORD = /\bdecisions?[ /](0\d{3})\b/gi;

type Page = { links: { href: string; line: number }[]; anchors: Set<string> };

/** Checks that links between Markdown files, and paths in documents and comments, have a target. */
export function linksLead(): Outcome {
  const names = sourceFiles();
  const read = (name: string) => readFileSync(join(repositoryFolder, name), 'utf8');
  return outcome(deadLinks(names, read));
}

/**
 * @param names paths of the repository's files
 * @returns a line for each link to a missing file or heading, and for each mention of something missing
 */
export function deadLinks(names: readonly string[], read: (name: string) => string): string[] {
  const files = new Set(names.flatMap(withFolders));
  const records = new Set(names.flatMap((name) => RECORD.exec(name)?.[1] ?? []));
  const readable = names.filter((name) => TEXT.test(name) && !TESTS_OF_CHECKS.test(name));
  const texts = new Map(readable.map((name) => [name, read(name)]));
  const pages = new Map(
    [...texts].filter(([name]) => MARKDOWN.test(name)).map(([name, text]) => [name, pageOf(text)]),
  );
  return [
    ...[...pages].flatMap(([name, page]) => deadLinksOf(name, page, pages, files)),
    ...[...texts].flatMap(([name, text]) => deadMentions(name, text, files, records)),
  ];
}

/** @returns the path and every folder above it */
function withFolders(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function pageOf(text: string): Page {
  const tokens = markdown.parse(text, {});
  const slugger = new GithubSlugger();
  const headings = tokens.flatMap((token, index) =>
    token.type === 'heading_open' ? [plainText(tokens[index + 1])] : [],
  );
  return {
    anchors: new Set(headings.map((heading) => slugger.slug(heading))),
    links: linksOf(tokens),
  };
}

function plainText(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join('');
}

/** The parser gives lines to blocks and rows only, so a cell gets the line of its row. */
function linksOf(tokens: readonly Token[]): Page['links'] {
  let line = 1;
  return tokens.flatMap(({ children, map }) => {
    if (map) line = map[0] + 1;
    return (children ?? []).flatMap((token) => {
      const href = token.attrGet(token.type === 'image' ? 'src' : 'href');
      return typeof href !== 'string' || ELSEWHERE.test(href) ? [] : [{ href, line }];
    });
  });
}

function deadLinksOf(
  name: string,
  { links }: Page,
  pages: Map<string, Page>,
  files: Set<string>,
): string[] {
  return links.flatMap(({ href, line }) => {
    const [path = '', anchor] = decodeURI(href).split('#');
    const target = path === '' ? name : posix.join(posix.dirname(name), path).replace(/\/$/, '');
    if (!files.has(target)) return [`${name}:${line}: ${href} leads to no file of the repository`];
    if (anchor === undefined || !pages.has(target) || pages.get(target)?.anchors.has(anchor)) {
      return [];
    }
    return [`${name}:${line}: ${target} has no heading with the anchor #${anchor}`];
  });
}

function deadMentions(
  name: string,
  text: string,
  files: Set<string>,
  records: Set<string>,
): string[] {
  const documents = [...text.matchAll(MENTIONED_FILE)]
    .map(([path]) => path)
    .filter((path) => !files.has(path));
  const paths = MARKDOWN.test(name) ? [...text.matchAll(MENTIONED_PATH)] : [];
  const code = paths
    .map(([, path = '']) => path)
    .filter((path) => !ENDS.some((end) => files.has(`${path}${end}`)));
  const decisions = [...text.matchAll(MENTIONED_RECORD)]
    .filter(([, number = '']) => !records.has(number))
    .map(([mention]) => mention);
  return [...new Set([...documents, ...code, ...decisions])].map(
    (mention) => `${name} names ${mention}, which is missing`,
  );
}
