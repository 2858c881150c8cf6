import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { documentsFolderAbove, fileOf, htmlOfMarkdown, pathOfLink } from './documents.ts';

describe('fileOf', () => {
  it.each([
    ['/docs/errors', 'errors.md'],
    ['/docs/lint', 'lint/README.md'],
    ['/docs/lint/unknown-action', 'lint/unknown-action.md'],
    ['/docs/components', undefined],
    ['/docs/lint/', undefined],
    ['/docs/lint/README', undefined],
    ['/docs/lint/../errors', undefined],
    ['/docs/lint/..%2ferrors', undefined],
    ['/docs/decisions', undefined],
  ])('of %s is %s', (path, file) => {
    expect(fileOf(path, ['lint'])).toBe(file);
  });
});

describe('pathOfLink', () => {
  it.each([
    ['unknown-action.md', 'lint/README.md', '/docs/lint/unknown-action'],
    ['../lint/version.md', 'components/klasses.md', '/docs/lint/version'],
    ['../errors.md#duplicate', 'lint/version.md', '/docs/errors#duplicate'],
    ['README.md', 'lint/version.md', '/docs/lint'],
    ['#problems', 'errors.md', '#problems'],
    ['https://example.com/a.md', 'errors.md', 'https://example.com/a.md'],
  ])('of %s in %s is %s', (href, file, path) => {
    expect(pathOfLink(href, file)).toBe(path);
  });
});

it('no page shows a character reference in place of its character', async () => {
  const folder = documentsFolderAbove(import.meta.dirname);
  const files = (await readdir(folder, { recursive: true })).filter((one) => one.endsWith('.md'));
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const html = await htmlOfMarkdown(await readFile(`${folder}/${file}`, 'utf8'), file);
    const escapedTwice = html.match(/.{0,40}&amp;(?:#\w+|lt|gt|amp|quot);.{0,20}/g);
    expect([file, escapedTwice]).toEqual([file, null]);
  }
});
