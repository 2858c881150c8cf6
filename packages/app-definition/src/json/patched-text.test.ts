import { expect, it } from '@jest/globals';
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
