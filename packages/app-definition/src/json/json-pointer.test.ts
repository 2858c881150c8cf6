import { describe, expect, it } from '@jest/globals';
import { extendPointer, fieldName, jsonPointer } from './json-pointer.ts';

const long = 'k'.repeat(100_000);

describe('jsonPointer', () => {
  it('is empty for the whole value', () => {
    expect(jsonPointer([])).toBe('');
  });

  it('escapes tildes and slashes as RFC 6901 says', () => {
    expect(jsonPointer(['a/b', 'm~n', '~1', 0, ''])).toBe('/a~1b/m~0n/~01/0/');
  });

  it('ends before a name that would exceed the maximum length', () => {
    expect(jsonPointer(['i18n', long, 'key'])).toBe('/i18n');
    expect(extendPointer('', long)).toBe('');
    expect(extendPointer(`/i18n/${long}/key`, undefined)).toBe('/i18n');
  });
});

describe('fieldName', () => {
  it.each([
    ['/app', '`app`'],
    ['/klasses/0/name', '`name`'],
    ['/tags/12', '`tags[12]`'],
    ['/a/1/2', '`a[1][2]`'],
    ['/i18n/en~1us', '`en/us`'],
    ['/7', '`7`'],
  ])('names %s %s', (pointer, name) => {
    expect(fieldName(pointer)).toBe(name);
  });

  it('shortens a long name', () => {
    expect(fieldName(`/i18n/${long}`).length).toBeLessThan(50);
  });
});
