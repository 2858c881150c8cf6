import { describe, expect, it } from '@jest/globals';
import type { JsonPatchOperation } from './json-patch.ts';
import { patchedText } from './patched-text.ts';

const text = `{
    // Kept.
    "app": "loyalty",
    "Title": "Loyalty",
    "tags": ["ai", "AI"],
    "version": "v1.0.0"
}
`;

it('replaces a value and keeps everything else', () => {
  const fix = [{ op: 'replace' as const, path: '/version', value: '1.0.0' }];
  expect(patchedText(text, fix)).toBe(text.replace('v1.0.0', '1.0.0'));
});

it('renames a property where it is', () => {
  const fix = [{ op: 'move' as const, from: '/Title', path: '/title' }];
  expect(patchedText(text, fix)).toBe(text.replace('"Title"', '"title"'));
});

it('moves a value to another object', () => {
  const moved = patchedText('{\n  "a": { "b": 1 },\n  "c": {}\n}', [
    { op: 'move', from: '/a/b', path: '/c/b' },
  ]);
  expect(JSON.parse(moved)).toEqual({ a: {}, c: { b: 1 } });
});

it('removes an element, adds one, and adds a property', () => {
  const fix = [
    { op: 'remove' as const, path: '/tags/1' },
    { op: 'add' as const, path: '/tags/-', value: 'messaging' },
    { op: 'add' as const, path: '/tags/0', value: 'csat' },
    { op: 'add' as const, path: '/visibility', value: 'private' },
  ];
  const patched = patchedText(text, fix);
  expect(patched).toContain('// Kept.');
  expect(patched).toContain('    "visibility": "private"');
  const withoutComment = patched.replace('// Kept.', '');
  expect(JSON.parse(withoutComment)).toMatchObject({ tags: ['csat', 'ai', 'messaging'] });
});

it('copies a value', () => {
  const copied = patchedText('{"a": [1]}', [{ op: 'copy', from: '/a', path: '/b' }]);
  expect(JSON.parse(copied)).toEqual({ a: [1], b: [1] });
});

it('refuses a place that the text does not have', () => {
  expect(() => patchedText(text, [{ op: 'move', from: '/x', path: '/app/y' }])).toThrow('/x');
});

it('keeps the line ends of a file from Windows', () => {
  const windows = text.replaceAll('\n', '\r\n');
  const fix = [{ op: 'add' as const, path: '/title', value: 'Loyalty' }];
  expect(patchedText(windows, fix)).toBe(patchedText(text, fix).replaceAll('\n', '\r\n'));
});

describe('what a fix leaves alone', () => {
  const lines = [
    '{',
    '\t"app": "x", // The app.',
    '\t"tags": [',
    '\t\t"ai", // First.',
    '\t\t"ai",\t// Second.',
    '\t\t// About the last.',
    '\t\t"csat" /* Last. */',
    '\t],',
    '\t"settings": {',
    '\t\t"a": 1',
    '\t} // Of the operator.',
    '}',
    '',
  ];
  const without = (...numbers: number[]) =>
    lines.filter((_, index) => !numbers.includes(index + 1));
  const replaced = (number: number, ...by: string[]) => lines.toSpliced(number - 1, 1, ...by);

  it.each<[string, JsonPatchOperation, string[]]>([
    ['a removed element', { op: 'remove', path: '/tags/1' }, without(5)],
    [
      'a removed last element',
      { op: 'remove', path: '/tags/2' },
      without(7).toSpliced(4, 1, '\t\t"ai"\t// Second.'),
    ],
    [
      'a removed object',
      { op: 'remove', path: '/settings' },
      [...lines.slice(0, 7), '\t]', ...lines.slice(11)],
    ],
    ['a removed only property', { op: 'remove', path: '/settings/a' }, without(10)],
    ['a removed first property', { op: 'remove', path: '/app' }, without(2)],
    [
      'a replaced value',
      { op: 'replace', path: '/tags/0', value: 'built' },
      replaced(4, '\t\t"built", // First.'),
    ],
    [
      'an added property',
      { op: 'add', path: '/settings/b', value: { c: [1] } },
      replaced(10, '\t\t"a": 1,', '\t\t"b": {', '\t\t\t"c": [', '\t\t\t\t1', '\t\t\t]', '\t\t}'),
    ],
    [
      'an added property behind a comment',
      { op: 'add', path: '/visibility', value: 'private' },
      replaced(11, '\t}, // Of the operator.', '\t"visibility": "private"'),
    ],
  ])('%s changes its own lines alone', (_name, operation, expected) => {
    for (const end of ['\n', '\r\n']) {
      expect(patchedText(lines.join(end), [operation])).toBe(expected.join(end));
    }
  });

  it.each<[string, JsonPatchOperation, string]>([
    ['{ "a": 1, "b": 2, "c": 3 }', { op: 'remove', path: '/a' }, '{ "b": 2, "c": 3 }'],
    ['{ "a": 1, "b": 2, "c": 3 }', { op: 'remove', path: '/b' }, '{ "a": 1, "c": 3 }'],
    ['{ "a": 1, "b": 2, "c": 3 }', { op: 'remove', path: '/c' }, '{ "a": 1, "b": 2 }'],
    ['{"a":1,"b":2,}', { op: 'remove', path: '/b' }, '{"a":1,}'],
    ['{ "a": 1 }', { op: 'remove', path: '/a' }, '{ }'],
    ['{ "a": 1 }', { op: 'add', path: '/b', value: 2 }, '{ "a": 1, "b": 2 }'],
    ['{ "a": 1, }', { op: 'add', path: '/b', value: 2 }, '{ "a": 1, "b": 2, }'],
    ['{\n  "a": 1,\n}', { op: 'add', path: '/b', value: 2 }, '{\n  "a": 1,\n  "b": 2,\n}'],
    ['{\n  "a": 1,\n  "b": 2 }', { op: 'remove', path: '/b' }, '{\n  "a": 1\n }'],
    [
      '{\n  "a": {}\n}',
      { op: 'add', path: '/a/b', value: true },
      '{\n  "a": {\n    "b": true\n  }\n}',
    ],
  ])('%s', (before, operation, after) => {
    expect(patchedText(before, [operation])).toBe(after);
  });
});
