import { describe, expect, it } from '@jest/globals';
import { locate } from './locate.ts';

const text = `// JSONC
{
  "app": "order_tracker", /* the name */
  "redirectUris": [
    "https://a.test/",
    "https://b.test/",
  ],
  "i18n": { "en_us": { "a/b~c": "x" } },
  "app-2": null
}
`;

describe('locate', () => {
  it.each([
    ['/app', 3, 3],
    ['/redirectUris', 4, 3],
    ['/redirectUris/1', 6, 5],
    ['/i18n/en_us/a~1b~0c', 8, 24],
    ['/app-2', 9, 3],
    ['', 2, 1],
  ])('finds %j', (pointer, line, column) => {
    expect(locate(text, pointer)).toEqual({ line, column });
  });

  it.each([
    ['/title', 2, 1],
    ['/redirectUris/7', 4, 3],
    ['/redirectUris/x', 4, 3],
    ['/app/deeper', 3, 3],
    ['/__proto__', 2, 1],
  ])('returns the place of what would hold %j, which is missing', (pointer, line, column) => {
    expect(locate(text, pointer)).toEqual({ line, column });
  });

  it('counts every kind of line end', () => {
    expect(locate('{\r\n"a": 1,\r"b": 2,\n"c": 3}', '/c')).toEqual({ line: 4, column: 1 });
  });

  it('finds what comes before an error of syntax', () => {
    expect(locate('{ "app": "a", "version": }', '/app')).toEqual({ line: 1, column: 3 });
  });

  it('finds nothing in a text without a value', () => {
    expect(locate('', '/app')).toBeUndefined();
  });
});
