import { readDocument, type Section, sectionNames } from '../pages/documents.ts';
import { markdownPath } from './markdown-version.ts';

export type IndexOptions = {
  service: string;
  description: string;
  baseUrl: string;
  documents: string;
  sections: readonly Section[];
  /** Other documents that programs read. */
  more: readonly Link[];
};

export type Link = { text: string; address: string; description: string };

/** The index of the documentation for language models: https://llmstxt.org. */
export async function llmsIndex(options: IndexOptions): Promise<string> {
  const { service, description, baseUrl, documents, sections, more } = options;
  const page = (path: string) => baseUrl + markdownPath(path);
  const parts = await Promise.all(
    sections.map(async (section) => {
      const readme = (await readDocument(documents, `${section}/README.md`)) ?? '';
      return list(sectionNames[section], [
        link({ text: 'Overview', address: page(`/docs/${section}`), description: 'All of them.' }),
        ...rowsOf(readme).map(({ name, purpose }) =>
          link({ text: name, address: page(`/docs/${section}/${name}`), description: purpose }),
        ),
      ]);
    }),
  );
  const api = [
    { text: 'API reference', address: page('/docs'), description: 'Every operation.' },
    { text: 'Errors', address: page('/docs/errors'), description: 'Every code, and what to do.' },
    ...more,
  ];
  const note =
    'Every page under `/docs` is Markdown too: at the same address with `.md`, or with `Accept: text/markdown`.';
  const index = [`# ${service}`, `> ${description}`, note, list('API', api.map(link)), ...parts];
  return `${index.join('\n\n')}\n`;
}

function list(title: string, lines: readonly string[]): string {
  return `## ${title}\n\n${lines.join('\n')}`;
}

function link({ text, address, description }: Link): string {
  return `- [${text}](${address}): ${description}`;
}

/** The table of a section's page: the name with a link to its page first, the purpose last. */
function rowsOf(readme: string): { name: string; purpose: string }[] {
  return [...readme.matchAll(/^\| \[`[^`]+`\]\((\w[\w-]*)\.md\) \|(.*) \|$/gm)].map(
    ([, name = '', cells = '']) => ({ name, purpose: cells.split(' | ').at(-1)?.trim() ?? '' }),
  );
}
