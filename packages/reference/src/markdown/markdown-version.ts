import { pathOfLink } from '../pages/documents.ts';

export const MARKDOWN = 'text/markdown';

/** The path of the Markdown version of a page; `/docs/errors#duplicate` has the same anchor there. */
export function markdownPath(page: string): string {
  const [path = '', anchor] = page.split('#');
  return anchor === undefined ? `${path}.md` : `${path}.md#${anchor}`;
}

/** Code, in which brackets are no links, and the target of a link. */
const CODE_OR_TARGET = /(```[\s\S]*?```|`[^`\n]*`)|(?<=\]\()([^)\s]+)(?=\))/g;

/**
 * A document whose links lead to Markdown versions by their whole addresses, for readers who have the text alone.
 * @param file the document's file, from which its links are relative
 * @param baseUrl the service's public address
 */
export function markdownVersion(markdown: string, file: string, baseUrl: string): string {
  return markdown.replace(CODE_OR_TARGET, (match, _code, target?: string) => {
    if (target === undefined || target.startsWith('#')) return match;
    const path = pathOfLink(target, file);
    if (!path.startsWith('/')) return match;
    return baseUrl + (path.startsWith('/docs') ? markdownPath(path) : path);
  });
}
