import { expect, it } from '@jest/globals';
import { escapeHtml, html } from './html.ts';

it('escapes the values of a text, and keeps its markup', () => {
  const text = html`<strong>${`<b title="'&">`}</strong> and ${html`<code>${'<'}</code>`}`;
  expect(String(text)).toBe(
    '<strong>&lt;b title=&quot;&#39;&amp;&quot;&gt;</strong> and <code>&lt;</code>',
  );
});

it('escapes what only looks like HTML that it made', () => {
  expect(escapeHtml({ toString: () => '<b>' })).toBe('&lt;b&gt;');
});
