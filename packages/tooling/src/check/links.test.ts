import { describe, expect, it } from '@jest/globals';
import { deadLinks } from './links.ts';

const files: Record<string, string> = {
  'README.md':
    '# A platform\n\n[Guide](docs/guide.md#add-a-role), [folder](docs), [site](https://a.example/x)',
  'docs/guide.md':
    '# Guide\n\n## Add `a` role\n\n## Add a role\n\n## Add a role\n\n![Parts](parts.svg) [up](../README.md)',
  'docs/parts.svg': '<svg/>',
  'docs/decisions/0007-attributes.md': '# Attributes',
  'services/a/src/flow.test.ts': '',
  'src/a.ts': '// docs/guide.md says why (decision 0007).',
};

function deadLinksWith(changed: Record<string, string>): string[] {
  const all: Record<string, string> = { ...files, ...changed };
  return deadLinks(Object.keys(all), (name) => all[name] ?? '');
}

describe('links', () => {
  it.each([
    '[a](#add-a-role) [b](#add-a-role-1) [c](#add-a-role-2)',
    '[a][ref]\n\n[ref]: ../README.md#a-platform',
    'Text `[a](nowhere.md)`\n\n```\n[b](nowhere.md)\n```',
    '<https://a.example/docs/nowhere.md> https://a.example/docs/nowhere.md',
    '`services/a`, `services/FEATURE/b.ts`, `services/a/src/flow`, `npm test`',
    '[a](mailto:a@b.example) [page](/docs/errors)',
  ])('may be %j', (text) => {
    expect(deadLinksWith({ 'docs/guide.md': `${files['docs/guide.md']}\n\n${text}` })).toEqual([]);
  });

  it.each([
    ['[a](nowhere.md)', 'docs/a.md:3: nowhere.md leads to no file of the repository'],
    ['![a](nowhere.png)', 'docs/a.md:3: nowhere.png leads to no file of the repository'],
    ['[a](docs/guide.md)', 'docs/a.md:3: docs/guide.md leads to no file of the repository'],
    ['| a |\n|---|\n| [a](nowhere) |', 'docs/a.md:5: nowhere leads to no file of the repository'],
    ['[a](../../outside.md)', 'docs/a.md:3: ../../outside.md leads to no file of the repository'],
    ['[a](guide.md#roles)', 'docs/a.md:3: docs/guide.md has no heading with the anchor #roles'],
    ['[a](#b)', 'docs/a.md:3: docs/a.md has no heading with the anchor #b'],
    ['As docs/b.md says.', 'docs/a.md names docs/b.md, which is missing'],
    ['`tests/b.test.ts`', 'docs/a.md names tests/b.test.ts, which is missing'],
    ['`packages/c/`', 'docs/a.md names packages/c, which is missing'],
    ['As decision 0008 says.', 'docs/a.md names decision 0008, which is missing'],
  ])('are dead where they are %j', (text, finding) => {
    expect(deadLinksWith({ 'docs/a.md': `# A\n\n${text}` })).toContain(finding);
  });

  it.each([
    ['docs/decisions/0009-other.md', 'docs/decisions/0009-other.md'],
    ['docs/decisions/0009', 'decisions/0009'],
  ])('are dead in the comment %j', (text, mention) => {
    expect(deadLinksWith({ 'src/b.ts': `// See ${text}.` })).toContain(
      `src/b.ts names ${mention}, which is missing`,
    );
  });
});
