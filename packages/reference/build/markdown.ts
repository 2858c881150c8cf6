import Slugger from 'github-slugger';
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import MarkdownIt, { type Token } from 'markdown-it';
import { type Published, pathOfLink } from '../src/pages/documents.ts';

const languages = { bash, javascript, json, typescript, yaml };
for (const [name, language] of Object.entries(languages)) {
  highlighter.registerLanguage(name, language);
}

/** HTML in Markdown is shown as text. */
const markdown = new MarkdownIt({ highlight: highlighted });
// A scrolling region needs the focus of the keyboard.
markdown.renderer.rules.fence = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {};
  return codeBlock(content, info.trim());
};
markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';

/**
 * Links to files without a page become their texts, and images are left out.
 * @param file the document's file, from which its links are relative
 */
export function renderDocument(text: string, file: string, published: Published): string {
  const tokens = markdown.parse(text, {});
  addAnchors(tokens);
  for (const { children } of tokens) leadToPages(children ?? [], file, published);
  const html = markdown.renderer.render(tokens, markdown.options, {});
  // A header without text is no header.
  return html.replaceAll('<th></th>', '<td></td>');
}

/** A description, in one paragraph. */
export function inlineHtml(text: string): string {
  return markdown.renderInline(text.replaceAll('\n', ' '));
}

/** Code in a frame that scrolls. */
export function codeBlock(code: string, language: string): string {
  return `<pre tabindex="0"><code>${highlighted(code, language)}</code></pre>\n`;
}

/** The text of rendered HTML, for the search. */
export function textOf(html: string): string {
  const withoutTags = html.replace(/<[^>]*>/g, ' ');
  return withoutTags
    .replace(/&(lt|gt|quot|amp|#39);/g, (_match, name: string) => characters[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

function highlighted(code: string, language: string): string {
  const known = { sh: 'bash', js: 'javascript', ts: 'typescript', jsonc: 'json' }[language];
  const name = known ?? language;
  if (!highlighter.getLanguage(name)) return markdown.utils.escapeHtml(code);
  return highlighter.highlight(code, { language: name }).value;
}

function addAnchors(tokens: Token[]): void {
  const slugger = new Slugger();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const text = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('');
    token.attrSet('id', slugger.slug(text));
  }
}

function leadToPages(tokens: Token[], file: string, published: Published): void {
  let isText = false;
  for (const token of tokens) {
    if (token.type === 'image') Object.assign(token, { type: 'text', content: '' });
    if (token.type === 'link_close' && isText) token.hidden = true;
    if (token.type !== 'link_open') continue;
    const path = pathOfLink(String(token.attrGet('href') ?? ''), file, published);
    isText = path === undefined;
    if (path === undefined) token.hidden = true;
    else token.attrSet('href', path);
  }
}
