import { titleOf } from '../src/markdown/llms-index.ts';
import { filesOf, pathOf, readDocument, type Site } from '../src/pages/documents.ts';
import { renderDocument } from './markdown.ts';
import type { SitePage } from './site-page.ts';

const kinds: Record<string, string> = {
  components: 'Component',
  guides: 'Guide',
  lint: 'Lint rule',
};

/** The pages of the Markdown documents. */
export async function documentPages(documents: string, site: Site): Promise<SitePage[]> {
  const files = await filesOf(documents, site);
  return Promise.all(
    files.map(async (file) => {
      const text = await readDocument(documents, file);
      const path = pathOf(file, site);
      if (text === undefined || path === undefined) throw new Error(`There is no docs/${file}.`);
      const [section = ''] = file.split('/');
      const kind = kinds[section] ?? 'Documentation';
      return { path, title: titleOf(text), kind, html: renderDocument(text, file, site) };
    }),
  );
}
