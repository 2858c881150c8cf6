import { describe, expect, it } from '@jest/globals';
import { firstLine } from './first-line.ts';

describe('the line of a card', () => {
  it.each([
    ['', ''],
    ['Shows points.', 'Shows points.'],
    [
      '# Points\n\nShows **points** and [levels](https://a.example).\n\nMore.',
      'Shows points and levels.',
    ],
    ['# Points', 'Points'],
    ['- one\n- two', 'one'],
    ['![picture](https://a.example/a.png) A `code`', 'picture A code'],
    ['a < b and 2 * 3', 'a < b and 2 * 3'],
    ['<strong>Fast</strong>', 'Fast'],
    ['snake_case stays', 'snake_case stays'],
    ['---\n\nText', 'Text'],
  ])('of %j is %j', (text, line) => expect(firstLine(text)).toBe(line));

  it('of a hostile text is found soon', () => {
    for (const text of ['['.repeat(1e5), '*'.repeat(1e5), '<a'.repeat(1e5), '[]('.repeat(1e5)]) {
      const start = performance.now();
      firstLine(text);
      expect(performance.now() - start).toBeLessThan(500);
    }
  });
});
