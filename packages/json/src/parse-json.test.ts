import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJson } from './parse-json.ts';

describe('parsing JSON', () => {
  it('reads escaped keys right, whatever was parsed before', () => {
    for (const key of ['\\', '\\u0']) JSON.parse(JSON.stringify({ first: 1, [key]: 2 }));
    expect(parseJson('{"first":1,"\\"":2}')).toEqual({ first: 1, '"': 2 });
    expect(parseJson('{"first":1,"\\u00e9" :2}')).toEqual({ first: 1, é: 2 });
    expect(parseJson('{"first":1,"\\u0041bc":2}')).toEqual({ first: 1, Abc: 2 });
  });

  it('makes of an escaped __proto__ a key like any other', () => {
    const value = parseJson('{"\\u005f_proto__":{"polluted":1}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('keeps the last of equal keys', () => {
    expect(parseJson('{"a":1,"b":2,"\\u0061":3}')).toEqual({ a: 3, b: 2 });
  });

  it('refuses what is not JSON', () => {
    expect(() => parseJson('{"\\u0061":')).toThrow(SyntaxError);
  });

  it('does not overflow on nesting', () => {
    expect(() =>
      parseJson(`${'{"\\u0061":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
    ).not.toThrow();
  });

  it('reads any value back, with its keys escaped or not', () => {
    const values = fc.jsonValue({ stringUnit: 'binary' });
    fc.assert(
      fc.property(values, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        // Again with a key in front that makes it read the slow way.
        expect(JSON.stringify(parseJson(text), null, indent)).toBe(text);
        expect(parseJson(` {"\\u0061" : ${text} }`)).toEqual({ a: parseJson(text) });
      }),
      { numRuns: 2000 },
    );
  });
});
