import { type Published, pathOfLink } from '../pages/documents.ts';

export const MARKDOWN = 'text/markdown';

/** The path of the Markdown version of a page; `/docs/errors#duplicate` has the same anchor there. */
export function markdownPath(page: string): string {
  const [path = '', anchor] = page.split('#');
  return anchor === undefined ? `${path}.md` : `${path}.md#${anchor}`;
}

/** Code, in which brackets are no links, and links with their texts, which hold code too. */
const CODE_OR_LINK = /(```[\s\S]*?```|`[^`\n]*`)|!?\[((?:`[^`\n]*`|[^`\]])*)\]\(([^)\s]+)\)/g;

/**
 * A document whose links lead to Markdown versions by their whole addresses, for readers who have the text alone.
 * A link to a file that has no page is its text.
 * @param file the document's file, from which its links are relative
 * @param baseUrl the service's public address
 */
export function markdownVersion(
  markdown: string,
  file: string,
  { baseUrl, ...published }: Published & { baseUrl: string },
): string {
  return markdown.replace(CODE_OR_LINK, (match, _code, text: string, target?: string) => {
    if (target === undefined) return match;
    const path = pathOfLink(target, file, published);
    if (path === undefined) return text;
    if (!path.startsWith('/')) return match;
    return `[${text}](${baseUrl}${path.startsWith('/docs') ? markdownPath(path) : path})`;
  });
}
