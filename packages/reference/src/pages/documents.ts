import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { readIfPresent } from '@app-platform/runtime/read-if-present';
import type { Token } from 'markdown-it';

/** Folders of `docs` with pages: `lint/unknown-action.md` is `/docs/lint/unknown-action`. */
const sections = ['components', 'lint'] as const;
export type Section = (typeof sections)[number];

export const sectionNames: Record<Section, string> = {
  components: 'Components',
  lint: 'Lint rules',
};

/** `README.md` is the page of the folder itself. */
const PAGE_NAME = /^[a-z][A-Za-z0-9-]{0,63}$/;

/**
 * Finds `docs` in a source tree and in a production tree.
 * @param folder where to begin, usually `import.meta.dirname`
 */
export function documentsFolderAbove(folder: string): string {
  const candidate = join(folder, 'docs');
  if (existsSync(join(candidate, 'errors.md'))) return candidate;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('No folder above has docs/errors.md.');
  return documentsFolderAbove(parent);
}

/** The file of a page's path, from the folder of the documents. */
export function fileOf(path: string, served: readonly Section[]): string | undefined {
  if (path === '/docs/errors') return 'errors.md';
  const [section = '', name, ...more] = path.replace(/^\/docs\//, '').split('/');
  if (more.length > 0 || !served.some((one) => one === section)) return undefined;
  if (name === undefined) return `${section}/README.md`;
  return PAGE_NAME.test(name) ? `${section}/${name}.md` : undefined;
}

/** The Markdown of a page. @param path of the page, such as `/docs/lint/unknown-action` */
export async function readPage(
  folder: string,
  path: string,
  served: readonly Section[],
): Promise<string | undefined> {
  const file = fileOf(path, served);
  return file && readDocument(folder, file);
}

/** The names of the pages of a section. */
export async function listPages(folder: string, section: Section): Promise<string[]> {
  const files = await readdir(join(folder, section));
  const names = files.filter((file) => file.endsWith('.md') && file !== 'README.md');
  return names.map((file) => file.slice(0, -'.md'.length)).sort();
}

/** The path of the page to which a link of a document leads. */
export function pathOfLink(href: string, file: string): string {
  if (/^([a-z]+:|[#/])/.test(href)) return href;
  const [target = '', anchor] = href.split('#');
  const page = posix.join('/docs', posix.dirname(file), target).replace(/(\/README)?\.md$/, '');
  return anchor === undefined ? page : `${page}#${anchor}`;
}

export function readDocument(folder: string, file: string): Promise<string | undefined> {
  return readIfPresent(join(folder, file));
}

/**
 * Loads the library with the first page.
 * @param file the document's file, from which its links are relative
 */
export async function htmlOfMarkdown(markdown: string, file: string): Promise<string> {
  const { default: Renderer } = await import('markdown-it');
  const renderer = new Renderer();
  renderer.core.ruler.push('anchors', ({ tokens }) => addAnchors(tokens));
  renderer.core.ruler.push('paths', ({ tokens }) => {
    for (const { children } of tokens) leadToPages(children ?? [], file);
  });
  return renderer.render(markdown);
}

function addAnchors(tokens: Token[]): void {
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    token.attrSet('id', anchorOf(tokens[index + 1]?.content ?? ''));
  }
}

function leadToPages(tokens: Token[], file: string): void {
  for (const token of tokens) {
    const href = token.type === 'link_open' && token.attrGet('href');
    if (typeof href === 'string') token.attrSet('href', pathOfLink(href, file));
  }
}

/** Equals the anchor that GitHub gives a heading of these documents. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
