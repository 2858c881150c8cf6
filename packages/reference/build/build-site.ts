import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ApiDocument } from '../src/markdown/api-markdown.ts';
import { markdownPath } from '../src/markdown/markdown-version.ts';
import type { Site } from '../src/pages/documents.ts';
import { type SiteName, sites } from '../src/pages/sites.ts';
import { type Assets, buildAssets } from './assets.ts';
import { compressFiles } from './compress-files.ts';
import { documentPages } from './document-pages.ts';
import { homePage } from './home-page.ts';
import {
  type NavigationGroup,
  type NavigationLink,
  navigationOf,
  operationLinks,
  readGuides,
} from './navigation.ts';
import type { ServiceName } from './operations.ts';
import { referencePages } from './reference-pages.ts';
import { searchIndex } from './search-index.ts';
import type { SitePage } from './site-page.ts';
import { templates } from './templates.ts';

export { filesOf } from '../src/pages/documents.ts';
export { type SiteName, sites } from '../src/pages/sites.ts';
export { rolesPage } from './roles-page.ts';

const UNKNOWN = '/docs/404';

/**
 * Builds the pages under `/docs` of a service.
 * @param documents the folder of the Markdown documents and of the OpenAPI documents
 * @param folder is replaced
 * @returns the files that scripts and styles are made of, relative to the repository
 */
export async function buildSite(
  name: SiteName,
  documents: string,
  folder: string,
): Promise<string[]> {
  const site: Site = sites[name];
  const apis = await readApis(documents, site);
  const guides = await readGuides(documents, site);
  const references = apis.flatMap(([service, api]) => referencePages(service, api));
  const pages = [...(await documentPages(documents, site)), ...references];
  const navigation = navigationOf(site, guides);
  const home = homePage(site, guides, navigation);
  // Services that run meanwhile read the old files.
  const building = `${folder}.building`;
  await rm(building, { recursive: true, force: true });
  const assets = await buildAssets(building, searchIndex(pages));
  for (const page of [...pages, home, unknownPage]) {
    writePage(building, page, {
      ...{ site, assets },
      navigation: navigationFor(page.path, navigation, apis, pages),
    });
  }
  compressFiles(building);
  await rm(folder, { recursive: true, force: true });
  await rename(building, folder);
  return assets.modules;
}

type Apis = [ServiceName, ApiDocument][];

function readApis(documents: string, site: Site): Promise<Apis> {
  return Promise.all(
    site.references.map(async (service): Promise<Apis[number]> => {
      const text = await readFile(join(documents, `api/${service}.openapi.json`), 'utf8');
      return [service, JSON.parse(text)];
    }),
  );
}

/** The navigation with the pages of the section that the page belongs to. */
function navigationFor(
  path: string,
  groups: readonly NavigationGroup[],
  apis: Apis,
  pages: readonly SitePage[],
): NavigationGroup[] {
  const inside = (link: NavigationLink): NavigationLink => {
    if (path !== link.path && !path.startsWith(`${link.path}/`)) return link;
    const api = apis.find(([service]) => link.path === `/docs/${service}`);
    if (api) return { ...link, links: operationLinks(...api) };
    const below = pages.filter((page) => page.path.startsWith(`${link.path}/`));
    if (below.length === 0) return link;
    return { ...link, links: below.map((page) => ({ path: page.path, text: page.title })) };
  };
  return groups.map(({ title, links }) => ({ title, links: links.map(inside) }));
}

const unknownPage: SitePage = {
  ...{ path: UNKNOWN, title: 'Page not found', kind: '' },
  html: '<h1>There is no page at this address</h1><p><a href="/docs">Documentation</a></p>',
};

type Frame = { site: Site; assets: Assets; navigation: NavigationGroup[] };

function writePage(folder: string, page: SitePage, frame: Frame): void {
  const { path, title, html, markdown } = page;
  const name = path === '/docs' ? 'index' : path.replace('/docs/', '');
  const file = join(folder, `${name}.html`);
  const alternate = path === UNKNOWN ? undefined : markdownPath(path);
  mkdirSync(dirname(file), { recursive: true });
  const framed = templates.page({ ...frame, site: frame.site.title, path, title, html, alternate });
  writeFileSync(file, framed);
  if (markdown !== undefined) writeFileSync(join(folder, `${name}.md`), markdown);
}
