import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { useMemo } from 'react';

/** The rest of a text's HTML is shown as it was written. Images would tell others who reads it. */
const WRITTEN_TAGS = /&lt;(\/?(?:strong|b|em|i|code|br|p|ul|ol|li))\s*\/?&gt;/gi;
const ALLOWED_TAGS = [
  ...['p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'del', 'code', 'pre', 'blockquote'],
  ...['ul', 'ol', 'li', 'a', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];
const marked = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escaped(text).replaceAll(WRITTEN_TAGS, '<$1>'),
    image: ({ text }) => escaped(text),
    // The page has the first two levels of headings itself.
    heading({ tokens, depth }) {
      const level = Math.min(depth + 2, 6);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
  },
});
const purify = DOMPurify();

purify.addHook('afterSanitizeAttributes', (node) => {
  // A wide one is scrolled by keyboard, too.
  if (node.nodeName === 'TABLE') node.setAttribute('tabindex', '0');
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
  return purify.sanitize(marked.parse(text, { async: false }), {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
