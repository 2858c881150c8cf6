import { isTooDeep } from '@app-platform/app-definition';
import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { useMemo } from 'react';
import { AsWritten, Contained } from '../elements/notices.tsx';

type Props = {
  text: string;
  /** The level of its widest heading: one below the heading of the page or section that contains it. */
  firstHeading: 2 | 3;
};

/** A text of a developer, formatted; as it was written where that fails. */
export function Markdown({ text, firstHeading }: Props) {
  return (
    <Contained text={text}>
      <Formatted text={text} firstHeading={firstHeading} />
    </Contained>
  );
}

function Formatted({ text, firstHeading }: Props) {
  const html = useMemo(
    () => (isTooDeep(text) ? undefined : markdownHtml(text, firstHeading)),
    [text, firstHeading],
  );
  if (html === undefined) return <AsWritten text={text} />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it was sanitized by DOMPurify
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Other tags are escaped. Drops images, which reveal readers to third parties. */
const WRITTEN_TAGS = /&lt;(\/?(?:strong|b|em|i|code|br|p|ul|ol|li))\s*\/?&gt;/gi;
const ALLOWED_TAGS = [
  ...['p', 'br', 'hr', 'strong', 'b', 'em', 'i', 's', 'code', 'pre', 'blockquote'],
  ...['ul', 'ol', 'li', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...['h2', 'h3', 'h4', 'h5', 'h6'],
];

const markdown = new MarkdownIt({ html: true, linkify: true });
// A word with a point in it is no address.
markdown.linkify.set({ fuzzyLink: false });
const { rules } = markdown.renderer;
const { escapeHtml } = markdown.utils;
const writtenHtml = (html: string) => escapeHtml(html).replaceAll(WRITTEN_TAGS, '<$1>');
rules.html_block = (tokens, index) => writtenHtml(tokens[index]?.content ?? '');
rules.html_inline = rules.html_block;
rules.image = (tokens, index) => escapeHtml(tokens[index]?.content ?? '');
// No level is left out, whatever levels the developer has chosen.
markdown.core.ruler.push('heading_levels', ({ tokens, env }) => {
  const { firstHeading } = env as Pick<Props, 'firstHeading'>;
  /** The written levels of the last heading and of those that contain it. */
  const open: number[] = [];
  for (const token of tokens) {
    if (!token.type.startsWith('heading_')) continue;
    if (token.type === 'heading_open') {
      const written = Number(token.tag.slice(1));
      while ((open.at(-1) ?? 0) >= written) open.pop();
      open.push(written);
    }
    token.tag = `h${Math.min(firstHeading + open.length - 1, 6)}`;
  }
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
function markdownHtml(text: string, firstHeading: number): string {
  return purify.sanitize(markdown.render(text, { firstHeading }), {
    ALLOWED_TAGS,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  });
}
