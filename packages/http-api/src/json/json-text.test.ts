import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJsonText } from './json-text.ts';

function problemsOf(text: string, limits = {}) {
  const result = parseJsonText(text, limits);
  return result.ok ? [] : result.problems;
}

function summaryOf(text: string, limits = {}) {
  return problemsOf(text, limits).map(
    ({ code, source }) => `${code} ${source && 'pointer' in source ? source.pointer : '?'}`,
  );
}

function detailOf(text: string) {
  return problemsOf(text).map(({ detail }) => detail);
}

const backslash = String.fromCharCode(92);
const nul = `${backslash}u0000`;

describe('JSON text that is malformed', () => {
  it.each([
    ['', 'A JSON body is expected, and this one is empty.'],
    [' \n', 'A JSON body is expected, and this one is empty.'],
    ['{"a":1,}', "Line 1, column 8: expected a key in double quotes, found '}'."],
    ['{a:1}', "Line 1, column 2: expected a key in double quotes or }, found 'a'."],
    ['[1 2]', "Line 1, column 4: expected a comma or ], found '2'."],
    ['[1,]', "Line 1, column 4: expected a value, found ']'."],
    ['{"a" 1}', "Line 1, column 6: expected a colon, found '1'."],
    ['{"a":1]', "Line 1, column 7: expected a comma or }, found ']'."],
    ['{"a":\n  nul}', "Line 2, column 3: expected a value, found 'n'."],
    ['{}\r\n{}', "Line 2, column 1: expected the end of the text, found '{'."],
    ['[', 'Line 1, column 2: expected a value or ], found the end of the text.'],
    [
      '"ab',
      'Line 1, column 4: expected a double quote that ends the string, found the end of the text.',
    ],
    [
      '"\n"',
      'Line 1, column 2: expected control characters in strings to be escaped, found U+000A.',
    ],
    [
      '"\\x"',
      "Line 1, column 3: expected one of \" \\ / b f n r t u after a backslash, found 'x'.",
    ],
    ['"\\u12G4"', "Line 1, column 2: expected four hexadecimal digits after \\u, found '\\'."],
    ['01', "Line 1, column 2: expected the end of the text, found '1'."],
    ['-', 'Line 1, column 2: expected a digit, found the end of the text.'],
    ['1.', 'Line 1, column 3: expected a digit, found the end of the text.'],
    ['1e+', 'Line 1, column 4: expected a digit, found the end of the text.'],
    ['\uFEFF{}', 'Line 1, column 1: expected a value, found U+FEFF.'],
    ["{'a':1}", "Line 1, column 2: expected a key in double quotes or }, found '''."],
  ])('says where and what was expected: %j', (text, detail) => {
    expect(problemsOf(text)).toEqual([
      {
        status: 400,
        code: 'malformed_json',
        title: 'The body is not valid JSON',
        detail,
        source: { pointer: '' },
      },
    ]);
  });

  it('does not echo the body', () => {
    expect(detailOf('{"password": hunter2}').join()).not.toContain('hunter');
  });

  it('says so for half a million levels that never close', () => {
    expect(summaryOf('['.repeat(500_000))).toEqual(['malformed_json ']);
    expect(summaryOf('{"a":'.repeat(500_000))).toEqual(['malformed_json ']);
  });
});

describe('JSON text beyond the limits', () => {
  it('may be 64 levels deep, and not 65', () => {
    expect(parseJsonText('['.repeat(64) + ']'.repeat(64)).ok).toBe(true);
    expect(summaryOf('['.repeat(65) + ']'.repeat(65))).toEqual([
      `nesting_too_deep ${'/0'.repeat(64)}`,
    ]);
  });

  it('is refused at half a million levels', () => {
    const arrays = '['.repeat(500_000) + ']'.repeat(500_000);
    const objects = `${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}`;
    expect(summaryOf(arrays, { maxDepth: 3 })).toEqual(['nesting_too_deep /0/0/0']);
    expect(summaryOf(objects, { maxDepth: 3 })).toEqual(['nesting_too_deep /a/a/a']);
  });

  it('is checked on after a part that is too deep', () => {
    const text = '{"a":[[["]"]]],"b":[1],"c":1e999}';
    expect(summaryOf(text, { maxDepth: 2 })).toEqual([
      'nesting_too_deep /a/0',
      'inexact_number /c',
    ]);
  });

  it('may hold the stated number of values, and no more', () => {
    expect(parseJsonText('{"a":[1,2]}', { maxValues: 4 }).ok).toBe(true);
    expect(summaryOf('{"a":[1,2]}', { maxValues: 3 })).toEqual(['too_many_values ']);
  });
});

describe('a mebibyte of hostile JSON text', () => {
  const size = 1_048_576;
  const repeated = (part: string) => part.repeat(size / part.length);

  it.each([
    ['open arrays', repeated('[')],
    ['open objects', repeated('{"a":')],
    ['nested arrays', repeated('[') + repeated(']')],
    ['white space', `${repeated('\n')}x`],
    ['an escaped string that does not end', `"${repeated('\\n')}`],
    ['a string with a fault at its end', `"${repeated('\\n')}\\x"`],
    ['an escaped key before a problem', `{"${repeated('\\"')}":1e999}`],
    ['values', `[${repeated('0,')}0]`],
    ['repeated keys', `{${repeated('"a":1,')}"a":1}`],
    ['problems', `[${repeated('1e999,')}1]`],
  ])('is refused in bounded time: %s', (_, text) => {
    const before = process.cpuUsage();
    expect(parseJsonText(text).ok).toBe(false);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1_500);
  });
});

describe('keys of JSON text', () => {
  it('may not be __proto__, at any level, however written', () => {
    expect(summaryOf('{"__proto__":{},"a":[{"\\u005f_proto__":1}]}')).toEqual([
      'reserved_key /__proto__',
      'reserved_key /a/0/__proto__',
    ]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('may be constructor and prototype', () => {
    const text = '{"constructor":{"prototype":1},"toString":null,"hasOwnProperty":2}';
    expect(parseJsonText(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it('may not be given twice, however written or nested', () => {
    expect(summaryOf('{"a":1,"b":{"a":1},"\\u0061":2,"a":3}')).toEqual(['duplicate_key /a']);
    expect(summaryOf('[{"a":{"b":1},"a":{"b":2,"b":3}}]')).toEqual([
      'duplicate_key /0/a',
      'duplicate_key /0/a/b',
    ]);
    expect(summaryOf('{"":1,"":":"}')).toEqual(['duplicate_key /']);
    expect(summaryOf('{"a":1,"a":"\\u003a"}')).toEqual(['duplicate_key /a']);
  });

  it('are escaped in pointers', () => {
    expect(summaryOf('{"a/b~c":{"x":1e999}}')).toEqual(['inexact_number /a~1b~0c/x']);
  });

  it('make pointers of a bounded length', () => {
    const [pointer = ''] = summaryOf(`{"${'🙂'.repeat(100_000)}":1e999}`);
    expect(pointer.length).toBeLessThan(600);
    expect(pointer.isWellFormed()).toBe(true);
    expect(pointer.endsWith('…')).toBe(true);
  });
});

describe('characters of JSON text', () => {
  it('may not be U+0000', () => {
    expect(summaryOf(`{"a":"x${nul}"}`)).toEqual(['unstorable_character /a']);
    expect(detailOf(`["${nul}"]`)).toEqual([
      'This string holds the character U+0000, which the database cannot store.',
    ]);
    expect(summaryOf(`{"a${nul}b":1}`)).toEqual(['unstorable_character /a\uFFFDb']);
  });

  it('may be an escaped backslash before u0000', () => {
    expect(parseJsonText(`["${backslash}${nul}"]`)).toEqual({
      ok: true,
      value: [`${backslash}u0000`],
    });
  });

  it('may not be a lone surrogate, raw or escaped', () => {
    for (const half of ['\\ud83d', '\\uDE00', '\ud83d', '\ude00', '\\ude00\\ud83d']) {
      expect(summaryOf(`["${half}"]`)).toEqual(['unstorable_character /0']);
      expect(detailOf(`["${half}"]`)[0]).toContain('lone surrogate');
    }
    expect(summaryOf('{"\\ud83d":1}')).toEqual(['unstorable_character /\uFFFD']);
  });

  it('may be a surrogate pair, in any mixture of raw and escaped', () => {
    for (const pair of ['🙂', '\\ud83d\\ude42', '\ud83d\\ude42', '\\ud83d\ude42']) {
      expect(parseJsonText(`["${pair}"]`)).toEqual({ ok: true, value: ['🙂'] });
    }
  });
});

describe('numbers of JSON text', () => {
  it('must be kept exactly', () => {
    expect(summaryOf('{"a":[1,12345678901234567890],"b":0.1234567890123456789}')).toEqual([
      'inexact_number /a/1',
      'inexact_number /b',
    ]);
    expect(detailOf('[12345678901234567890,1e400]')).toEqual([
      'This number would be kept as 12345678901234567000, which is another number. Write it as a string.',
      'This number is larger than a double can hold. Write it as a string.',
    ]);
  });

  it('may be written in any way', () => {
    expect(parseJsonText('[1.0,1e2,0.1,100000000000000000000,1E+2,0e5,-0]')).toEqual({
      ok: true,
      value: [1, 100, 0.1, 1e20, 100, 0, -0],
    });
  });
});

describe('problems of JSON text', () => {
  it('come all at once, in the order of the text', () => {
    const text = `{"a":1e999,"b":[[[1]]],"a":{"__proto__":"${nul}\\ud800"}}`;
    expect(summaryOf(text, { maxDepth: 2 })).toEqual([
      'inexact_number /a',
      'nesting_too_deep /b/0',
      'duplicate_key /a',
      'reserved_key /a/__proto__',
      'unstorable_character /a/__proto__',
      'unstorable_character /a/__proto__',
    ]);
  });

  it('are listed up to a hundred, and counted beyond', () => {
    const problems = problemsOf(`[${Array(250).fill('1e999').join()}]`);
    expect(problems).toHaveLength(101);
    expect(problems[100]).toMatchObject({
      code: 'more_problems',
      detail: '150 more problems of this body are not listed.',
    });
  });
});

describe('any JSON text', () => {
  const unit = fc.constantFrom<'binary' | 'grapheme'>('binary', 'grapheme');
  const anyValue = unit.chain((stringUnit) => fc.jsonValue({ maxDepth: 5, stringUnit }));

  it('of a value without reserved keys and NUL is read as that value', () => {
    fc.assert(
      fc.property(anyValue, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        fc.pre(!/__proto__|\\u0000/.test(text));
        expect(parseJsonText(text)).toEqual({ ok: true, value: withoutNegativeZero(value) });
      }),
      { numRuns: 1000 },
    );
  });

  it('is malformed exactly where JSON.parse says so', () => {
    const pieces = '{ } [ ] , : " "a" "b\\ " \\u00 \\ud800 1 0 - . e + true fals null \n \u0001 é';
    const soup = fc
      .array(fc.constantFrom(...pieces.split(' '), ' '))
      .map((parts) => parts.join(''));
    const broken = fc.tuple(anyValue, fc.nat(), fc.string({ maxLength: 1 })).map((parts) => {
      const text = JSON.stringify(parts[0]);
      const place = parts[1] % (text.length + 1);
      return text.slice(0, place) + parts[2] + text.slice(place + 1);
    });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), soup, broken), (text) => {
        const problems = problemsOf(text);
        const isMalformed = problems.some(({ code }) => code === 'malformed_json');
        expect(isMalformed).toBe(!isValid(text));
        if (isMalformed)
          expect(problems[0]?.detail).toMatch(/^Line \d+, column \d+: expected|empty/);
        expect(JSON.stringify(problems).isWellFormed()).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('is refused exactly where its objects repeat a key', () => {
    const entry = fc.tuple(fc.constantFrom('a', 'b', ':', '\\', '"', 'ü'), fc.boolean());
    const { object } = fc.letrec<{ object: { text: string; repeats: boolean } }>((tie) => ({
      object: fc
        .array(fc.tuple(entry, fc.option(tie('object'), { maxDepth: 3 })), { maxLength: 4 })
        .map((members) => ({
          text: `{${members
            .map(([[key, escaped], child]) => `${keyToken(key, escaped)}:${child?.text ?? '":"'}`)
            .join()}}`,
          repeats:
            new Set(members.map(([[key]]) => key)).size < members.length ||
            members.some(([, child]) => child?.repeats),
        })),
    }));
    fc.assert(
      fc.property(object, ({ text, repeats }) => {
        expect(problemsOf(text).some(({ code }) => code === 'duplicate_key')).toBe(repeats);
      }),
      { numRuns: 1000 },
    );
  });
});

/** JSON.stringify writes it as 0. */
function withoutNegativeZero(value: unknown): unknown {
  if (value === 0) return 0;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNegativeZero);
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, withoutNegativeZero(child)]),
  );
}

function keyToken(key: string, escaped: boolean): string {
  if (!escaped) return JSON.stringify(key);
  return `"\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}"`;
}

function isValid(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
