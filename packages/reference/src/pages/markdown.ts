import { pathOfLink } from './documents.ts';

/**
 * Loads the library with the first page.
 * @param file the document's file, from which its links are relative
 */
export async function htmlOfMarkdown(markdown: string, file: string): Promise<string> {
  const { Marked } = await import('marked');
  const marked = new Marked({
    async: false,
    walkTokens: (token) => {
      if (token.type === 'link') token.href = pathOfLink(token.href, file);
    },
    renderer: {
      heading({ tokens, depth, text }) {
        const content = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(text)}">${content}</h${depth}>\n`;
      },
    },
  });
  return marked.parse(markdown) as string;
}

/** As the site that hosts the source makes it, for the headings of these documents. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
