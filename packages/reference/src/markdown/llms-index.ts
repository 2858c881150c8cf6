import { fileOf, pathOfLink, readDocument, type Site, sectionNames } from '../pages/documents.ts';
import { markdownPath } from './markdown-version.ts';
import { tableRows } from './table-rows.ts';

export type IndexOptions = {
  site: Site;
  service: string;
  description: string;
  baseUrl: string;
  documents: string;
  /** Other documents that programs read. */
  more: readonly Link[];
};

export type Link = { text: string; address: string; description: string };

/** The index of the documentation for language models: https://llmstxt.org. */
export async function llmsIndex(options: IndexOptions): Promise<string> {
  const { service, description, baseUrl, documents, site, more } = options;
  const page = (path: string) => baseUrl + markdownPath(path);
  const parts = await Promise.all(
    site.sections.map(async (section) => {
      const file = `${section}/README.md`;
      const readme = (await readDocument(documents, file)) ?? '';
      return list(sectionNames[section], [
        link({ text: 'Overview', address: page(`/docs/${section}`), description: 'All of them.' }),
        ...tableRows(readme).map(({ text, href, purpose }) => {
          const path = pathOfLink(href, file, site) ?? '';
          return link({ text, address: page(path), description: purpose });
        }),
      ]);
    }),
  );
  const references = site.references.map((name) => `/docs/${name}`);
  const api = [
    { text: 'API reference', address: page('/docs'), description: 'Every operation.' },
    { text: 'Errors', address: page('/docs/errors'), description: 'Every code, and what to do.' },
    ...more,
  ];
  const note =
    'Every page under `/docs` is Markdown too: at the same address with `.md`, or with `Accept: text/markdown`.';
  const others = site.documents.filter((name) => name !== 'errors');
  const titles = others.map(async (name) => {
    const text = (await readDocument(documents, fileOf(`/docs/${name}`, site) ?? '')) ?? '';
    return `- [${titleOf(text)}](${page(`/docs/${name}`)})`;
  });
  const index = [
    ...[`# ${service}`, `> ${description}`, note, list('API', api.map(link)), ...parts],
    ...(titles.length > 0 ? [list('More', await Promise.all(titles))] : []),
    list(
      'Operations by tags',
      references.map((path) => `- [${path}](${page(path)})`),
    ),
  ];
  return `${index.join('\n\n')}\n`;
}

/** The first heading of a document. */
export function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? 'Documentation';
}

function list(title: string, lines: readonly string[]): string {
  return `## ${title}\n\n${lines.join('\n')}`;
}

function link({ text, address, description }: Link): string {
  return `- [${text}](${address}): ${description}`;
}
