import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { documentsFolderAbove } from '../src/pages/documents.ts';
import { renderDocument } from './markdown.ts';

const nothing = { sections: [], documents: [] };

it('no page shows a character reference in place of its character', async () => {
  const folder = documentsFolderAbove(import.meta.dirname);
  const files = (await readdir(folder, { recursive: true })).filter((one) => one.endsWith('.md'));
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const html = renderDocument(await readFile(`${folder}/${file}`, 'utf8'), file, nothing);
    const escapedTwice = html.match(/.{0,40}&amp;(?:#\w+|lt|gt|amp|quot);.{0,20}/g);
    expect([file, escapedTwice]).toEqual([file, null]);
  }
});

it.each([
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['[a](javascript:alert%281%29)', '<p>[a](javascript:alert%281%29)</p>'],
  ['[a **b**](decisions/0095-webhooks.md) c', '<p>a <strong>b</strong> c</p>'],
  ['![picture](x.png)', '<p></p>'],
  [
    '| a | |\n|---|---|',
    '<div class="table" tabindex="0"><table>\n<thead>\n<tr>\n<th>a</th>\n<td></td>\n</tr>\n</thead>\n</table></div>',
  ],
])('%s is shown as %s', (text, html) => {
  expect(renderDocument(text, 'x.md', nothing).trim()).toBe(html);
});
