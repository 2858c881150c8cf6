import { describe, expect, it } from '@jest/globals';
import { fileOf, pathOfLink } from './documents.ts';

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
