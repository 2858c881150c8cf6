import DOMPurify from 'dompurify';
import { marked } from 'marked';
import { useMemo } from 'react';

/** What a text of a developer may hold. Images would tell others who reads it. */
const ALLOWED_TAGS = [
  ...['p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'del', 'code', 'pre', 'blockquote'],
  ...['ul', 'ol', 'li', 'a', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];
const purify = DOMPurify();

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') return;
  node.setAttribute('rel', 'noopener noreferrer nofollow');
  node.setAttribute('target', '_blank');
});

/** A text of a developer as HTML, without anything that runs, loads or looks like the console. */
export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => htmlOf(text), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it was sanitized by DOMPurify
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}

function htmlOf(text: string): string {
  const html = marked.parse(text, { async: false, gfm: true });
  return purify.sanitize(belowPageHeadings(html), {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  });
}

/** The page has the first two levels of headings itself. */
function belowPageHeadings(html: string): string {
  return html.replaceAll(
    /<(\/?)h([1-4])>/g,
    (_tag, slash, level) => `<${slash}h${Number(level) + 2}>`,
  );
}
