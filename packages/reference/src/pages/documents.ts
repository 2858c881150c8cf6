import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { readIfPresent } from '@app-platform/runtime/read-if-present';

/** Folders of `docs` with pages: `lint/unknown-action.md` is `/docs/lint/unknown-action`. */
export const sectionNames = {
  guides: 'Guides',
  components: 'Components',
  lint: 'Lint rules',
};
export type Section = keyof typeof sectionNames;

/** Documents with a page of their own: `errors.md` is `/docs/errors`. From the folder `docs`. */
const documentFiles = {
  'app-log': 'app-log.md',
  audit: 'audit.md',
  changelog: '../CHANGELOG.md',
  cli: 'cli.md',
  'common-mistakes': 'common-mistakes.md',
  'definition-forms': 'definition-forms.md',
  errors: 'errors.md',
  mcp: 'mcp.md',
  roles: 'roles.md',
  'sign-in': 'sign-in.md',
  webhooks: 'webhooks.md',
};
export type DocumentName = keyof typeof documentFiles;

/** What of `docs` has a page. */
export type Published = {
  sections: readonly Section[];
  documents: readonly DocumentName[];
};

/** The documentation of a service. */
export type Site = Published & {
  title: string;
  /** The services whose API reference it has. */
  references: readonly ('registry' | 'oauth')[];
};

/** `README.md` is the page of the folder itself. */
const PAGE_NAME = /^[a-z][A-Za-z0-9-]{0,63}$/;
const FILE_IN_SECTION = /^([a-z]+)\/(README|[a-z][A-Za-z0-9-]{0,63})\.md$/;

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
export function fileOf(path: string, published: Published): string | undefined {
  const [section = '', name, ...more] = path.replace(/^\/docs\//, '').split('/');
  const document = published.documents.find((one) => one === section);
  if (document && name === undefined) return documentFiles[document];
  if (more.length > 0 || !published.sections.some((one) => one === section)) return undefined;
  if (name === undefined) return `${section}/README.md`;
  return PAGE_NAME.test(name) ? `${section}/${name}.md` : undefined;
}

/** The path of a file's page; undefined where the site has none. */
export function pathOf(file: string, { sections, documents }: Published): string | undefined {
  const document = documents.find((name) => documentFiles[name] === file);
  if (document) return `/docs/${document}`;
  const [, section = '', name] = FILE_IN_SECTION.exec(file) ?? [];
  if (!sections.some((one) => one === section)) return undefined;
  return name === 'README' ? `/docs/${section}` : `/docs/${section}/${name}`;
}

/** The Markdown of a page. @param path of the page, such as `/docs/lint/unknown-action` */
export async function readPage(
  folder: string,
  path: string,
  published: Published,
): Promise<string | undefined> {
  const file = fileOf(path, published);
  return file && readDocument(folder, file);
}

/** The files of a site's documents, from the folder of the documents. */
export async function filesOf(folder: string, published: Published): Promise<string[]> {
  const inSections = published.sections.map(async (section) => [
    `${section}/README.md`,
    ...(await listPages(folder, section)).map((name) => `${section}/${name}.md`),
  ]);
  const ofDocuments = published.documents.map((name) => documentFiles[name]);
  return [...ofDocuments, ...(await Promise.all(inSections)).flat()];
}

/** The names of the pages of a section. */
export async function listPages(folder: string, section: Section): Promise<string[]> {
  const files = await readdir(join(folder, section));
  const names = files.filter((file) => file.endsWith('.md') && file !== 'README.md');
  return names.map((file) => file.slice(0, -'.md'.length)).sort();
}

/**
 * Where a link of a document leads to.
 * @returns undefined where the site does not have the file, such as a decision record
 */
export function pathOfLink(href: string, file: string, published: Published): string | undefined {
  if (/^([a-z]+:|[#/])/.test(href)) return href;
  const [target = '', anchor] = href.split('#');
  const path = posix.join('docs', posix.dirname(file), target);
  const page = pathOf(posix.relative('docs', path), published);
  return page === undefined || anchor === undefined ? page : `${page}#${anchor}`;
}

export function readDocument(folder: string, file: string): Promise<string | undefined> {
  return readIfPresent(join(folder, file));
}
