import { describe, expect, it } from '@jest/globals';
import { fileOf, type Published, pathOfLink } from './documents.ts';

const published: Published = {
  sections: ['components', 'lint'],
  documents: ['changelog', 'errors'],
};

describe('fileOf', () => {
  it.each([
    ['/docs/errors', 'errors.md'],
    ['/docs/lint', 'lint/README.md'],
    ['/docs/lint/unknown-action', 'lint/unknown-action.md'],
    ['/docs/guides', undefined],
    ['/docs/changelog', '../CHANGELOG.md'],
    ['/docs/cli', undefined],
    ['/docs/errors/duplicate', undefined],
    ['/docs/lint/', undefined],
    ['/docs/lint/README', undefined],
    ['/docs/lint/../errors', undefined],
    ['/docs/lint/..%2ferrors', undefined],
    ['/docs/decisions', undefined],
  ])('of %s is %s', (path, file) => {
    expect(fileOf(path, published)).toBe(file);
  });
});

describe('pathOfLink', () => {
  it.each([
    ['unknown-action.md', 'lint/README.md', '/docs/lint/unknown-action'],
    ['../lint/version.md', 'components/klasses.md', '/docs/lint/version'],
    ['../errors.md#duplicate', 'lint/version.md', '/docs/errors#duplicate'],
    ['README.md', 'lint/version.md', '/docs/lint'],
    ['#problems', 'errors.md', '#problems'],
    ['docs/errors.md', '../CHANGELOG.md', '/docs/errors'],
    ['../CHANGELOG.md', 'errors.md', '/docs/changelog'],
    ['decisions/0095-webhooks.md', 'errors.md', undefined],
    ['https://example.com/a.md', 'errors.md', 'https://example.com/a.md'],
  ])('of %s in %s is %s', (href, file, path) => {
    expect(pathOfLink(href, file, published)).toBe(path);
  });
});
