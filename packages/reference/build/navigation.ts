import type { ApiDocument } from '../src/markdown/api-markdown.ts';
import { tableRows } from '../src/markdown/table-rows.ts';
import { pathOfLink, readDocument, type Site } from '../src/pages/documents.ts';
import { operationsOf, type ServiceName, serviceTitles } from './operations.ts';

export type NavigationLink = { path: string; text: string; links?: NavigationLink[] };
export type NavigationGroup = { title: string; links: NavigationLink[] };

export type Guide = { path: string; text: string; purpose: string };

/** The rows of `docs/guides`, in their order. */
export async function readGuides(documents: string, site: Site): Promise<Guide[]> {
  if (!site.sections.includes('guides')) return [];
  const file = 'guides/README.md';
  const rows = tableRows((await readDocument(documents, file)) ?? '');
  return rows.map(({ text, href, purpose }) => ({
    ...{ path: pathOfLink(href, file, site) ?? '', text, purpose },
  }));
}

/** Groups of links beside every page. */
export function navigationOf(site: Site, guides: readonly Guide[]): NavigationGroup[] {
  const has = (path: string) => {
    const name = path.replace('/docs/', '');
    return [...site.sections, ...site.documents, ...site.references].some((one) => one === name);
  };
  const groups = [
    { title: 'Guides', links: guides.map(({ path, text }) => ({ path, text })) },
    {
      title: 'Reference',
      links: [
        ...site.references.map((name) => ({ path: `/docs/${name}`, text: serviceTitles[name] })),
        { path: '/docs/roles', text: 'Roles and scopes' },
        { path: '/docs/errors', text: 'Errors' },
        { path: '/docs/audit', text: 'Audit events' },
      ],
    },
    {
      title: 'App definitions',
      links: [
        { path: '/docs/components', text: 'Components' },
        { path: '/docs/definition-forms', text: 'Forms of definitions' },
        { path: '/docs/lint', text: 'Lint rules' },
        { path: '/docs/common-mistakes', text: 'Common mistakes' },
      ],
    },
    { title: 'News', links: [{ path: '/docs/changelog', text: 'Changelog' }] },
  ];
  return groups
    .map(({ title, links }) => ({
      ...{ title, links: title === 'Guides' ? links : links.filter(({ path }) => has(path)) },
    }))
    .filter(({ links }) => links.length > 0);
}

/** The operations of a service by their tags, below its link. */
export function operationLinks(name: ServiceName, api: ApiDocument): NavigationLink[] {
  return api.tags.map((tag) => ({
    path: `/docs/${name}#${tag.name.toLowerCase()}`,
    text: tag.name,
    links: operationsOf(name, api)
      .filter(({ operation }) => operation.tags?.[0] === tag.name)
      .map(({ page, operation }) => ({ path: page, text: operation.summary ?? '' })),
  }));
}
