import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type JsonOptions, readJsonBytes, readJsonText } from './read-json.ts';

function faultsOf(text: string, options: JsonOptions = {}) {
  const result = readJsonText(text, options);
  return result.ok ? [] : result.faults;
}

function summaryOf(text: string, options: JsonOptions = {}) {
  return faultsOf(text, options).map(({ code, pointer }) => `${code} ${pointer}`);
}

/** A text that is accepted without a change. */
function accepted(text: string, value: unknown = JSON.parse(text)) {
  return { ok: true, value, text };
}

function detailOf(text: string) {
  return faultsOf(text).map(({ detail }) => detail);
}

const unit = fc.constantFrom<'binary' | 'grapheme'>('binary', 'grapheme');
const anyValue = unit.chain((stringUnit) => fc.jsonValue({ maxDepth: 5, stringUnit }));
const quotes = 'Strings and keys have double quotes.';
const backslash = String.fromCharCode(92);
const nul = `${backslash}u0000`;

describe('JSON text that is malformed', () => {
  it.each([
    ['', 1, 1, 'a value, found the end of the text.'],
    [' \n', 2, 1, 'a value, found the end of the text.'],
    ['{"a":1,}', 1, 8, "a key in double quotes, found '}'. Remove the comma before it."],
    ['{a:1}', 1, 2, `a key in double quotes or }, found 'a'. ${quotes}`],
    ["{'a':1}", 1, 2, `a key in double quotes or }, found '''. ${quotes}`],
    ['[1 2]', 1, 4, "a comma or ], found '2'."],
    ['[1,]', 1, 4, "a value, found ']'. Remove the comma before it."],
    ['{"a" 1}', 1, 6, "a colon, found '1'."],
    ['{"a":1]', 1, 7, "a comma or }, found ']'."],
    ['{"a":\n  nul}', 2, 3, `a value, found 'n'. ${quotes}`],
    ['{}\r\n{}', 2, 1, "the end of the text, found '{'."],
    ['[1] // one', 1, 5, "the end of the text, found '/'. Remove the comment."],
    ['[', 1, 2, 'a value or ], found the end of the text.'],
    ['"ab', 1, 4, 'a double quote that ends the string, found the end of the text.'],
    ['"\n"', 1, 2, 'control characters in strings to be escaped, found U+000A.'],
    ['"\\x"', 1, 3, "one of \" \\ / b f n r t u after a backslash, found 'x'."],
    ['"\\u12G4"', 1, 2, "four hexadecimal digits after \\u, found '\\'."],
    ['01', 1, 2, "the end of the text, found '1'."],
    ['-', 1, 2, 'a digit, found the end of the text.'],
    ['1.', 1, 3, 'a digit, found the end of the text.'],
    ['1e+', 1, 4, 'a digit, found the end of the text.'],
    ['\uFEFF{}', 1, 1, 'a value, found U+FEFF.'],
  ])('says where and what was expected: %j', (text, line, column, expectation) => {
    const detail = `Expected ${expectation}`;
    expect(faultsOf(text)).toEqual([{ code: 'malformed_json', detail, pointer: '', line, column }]);
  });

  it('is refused together with what was found before', () => {
    expect(summaryOf('{"a":1,\n"a":1e999 2}')).toEqual([
      'duplicate_key /a',
      'inexact_number /a',
      'malformed_json ',
    ]);
  });

  it('has one fault of each line for a person', () => {
    const text = '{\n  "app": 1,,\n  "title": "\n  "a": [01],\n  "b": tru\n}\n';
    expect(
      faultsOf(text, { everyFault: true }).map(({ line, column, detail }) => [
        line,
        column,
        detail,
      ]),
    ).toEqual([
      [2, 12, "Expected a key in double quotes, found ','."],
      [3, 13, 'Expected control characters in strings to be escaped, found U+000A.'],
      [4, 3, "Expected a comma, found '\"'."],
      [5, 8, `Expected a value, found 't'. ${quotes}`],
    ]);
    const open = '[\n'.repeat(200_000);
    expect(summaryOf(`?${open}`, { everyFault: true })).toEqual(['malformed_json ']);
  });

  it('does not echo the text', () => {
    expect(detailOf('{"password": hunter2}').join()).not.toContain('hunter');
  });

  it('says so for half a million levels that never close', () => {
    const codesOf = (text: string) => faultsOf(text).map(({ code }) => code);
    const expected = ['nesting_too_deep', 'malformed_json'];
    expect(codesOf('['.repeat(500_000))).toEqual(expected);
    expect(codesOf('{"a":'.repeat(500_000))).toEqual(expected);
  });
});

describe('JSON text beyond the limits', () => {
  it('may be 64 levels deep, and not 65', () => {
    expect(readJsonText('['.repeat(64) + ']'.repeat(64)).ok).toBe(true);
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
    expect(readJsonText('{"a":[1,2]}', { maxValues: 4 }).ok).toBe(true);
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
    expect(readJsonText(text).ok).toBe(false);
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
    expect(readJsonText(text)).toEqual(accepted(text));
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
      'This string holds the character U+0000, which the database cannot store. Remove it.',
    ]);
    expect(summaryOf(`{"a${nul}b":1}`)).toEqual(['unstorable_character /a\uFFFDb']);
  });

  it('may be an escaped backslash before u0000', () => {
    const text = `["${backslash}${nul}"]`;
    expect(readJsonText(text)).toEqual(accepted(text, [`${backslash}u0000`]));
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
      expect(readJsonText(`["${pair}"]`)).toEqual(accepted(`["${pair}"]`, ['🙂']));
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
    const text = '[1.0,1e2,0.1,100000000000000000000,1E+2,0e5,-0]';
    expect(readJsonText(text)).toEqual(accepted(text, [1, 100, 0.1, 1e20, 100, 0, -0]));
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
    const problems = faultsOf(`[${Array(250).fill('1e999').join()}]`);
    expect(problems).toHaveLength(101);
    expect(problems[100]).toMatchObject({
      code: 'more_problems',
      detail: '150 more problems are not listed. Mend the listed ones first.',
    });
  });
});

describe('places of faults', () => {
  it('are line and column, whatever ends the lines', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      const text = ['{', '  "a": 1e999,', '', '  "é🙂": { "b": 1,', '    "b": 2 }', '}'].join(end);
      const places = faultsOf(text).map(({ line, column }) => [line, column]);
      expect(places).toEqual([
        [2, 8],
        [5, 5],
      ]);
    }
  });
});

describe('comments and trailing commas', () => {
  const people = { comments: true };

  it.each([
    ['// a\n{"a":1, /* b, */ }/**/', '\n{"a":1  }', { a: 1 }],
    ['[1 /* one, */ , // two\n ]', '[1   \n ]', [1]],
    ['[[1,],{"a":{},},]', '[[1],{"a":{}}]', [[1], { a: {} }]],
    [
      '["// no comment", "/*", ",]"]',
      '["// no comment", "/*", ",]"]',
      ['// no comment', '/*', ',]'],
    ],
    ['{ "b" : 1.0 }\r\n', '{ "b" : 1.0 }\r\n', { b: 1 }],
  ])('are left out of the text, and nothing else: %j', (written, text, value) => {
    expect(readJsonText(written, people)).toEqual({ ok: true, text, value });
  });

  it.each([
    '[,]',
    '{,}',
    '[1,,]',
    '{"a":1,,}',
    ',',
    '1,',
    '[1] /* open',
    '/',
    '[1 / 2]',
    '{"a":,}',
  ])('do not make JSON of %j', (text) => {
    expect(summaryOf(text, people)).toEqual(['malformed_json ']);
  });

  it('are refused without the option', () => {
    for (const text of ['[1,]', '{"a":1,}', '[1] // one', '/**/ 1']) {
      expect(summaryOf(text)).toEqual(['malformed_json ']);
    }
  });

  it('hide no fault', () => {
    const text = '{ "a": 1, /* again */ "a": 1e999, // twice\n }';
    expect(summaryOf(text, people)).toEqual(['duplicate_key /a', 'inexact_number /a']);
  });

  it('leave of any text what JSON.parse reads alike', () => {
    const gap = fc.constantFrom('', ' ', '\n', '// , ] }\n', '/* "a": 1, */', '/**/');
    fc.assert(
      fc.property(anyValue, fc.array(gap, { minLength: 1 }), fc.boolean(), (value, gaps, comma) => {
        const strict = JSON.stringify(value);
        fc.pre(!/__proto__|\\u0000/.test(strict));
        let count = 0;
        const next = () => {
          count += 1;
          return gaps[count % gaps.length];
        };
        const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]/g;
        const written = strict.replaceAll(token, (found, at: number) => {
          const isEnd = comma && /^[\]}]/.test(found) && !/[[{]/.test(strict.charAt(at - 1));
          return `${next()}${isEnd ? `,${next()}` : ''}${found}${next()}`;
        });
        const result = readJsonText(written, people);
        expect(JSON.stringify(JSON.parse(result.ok ? result.text : ''))).toBe(strict);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('bytes of JSON', () => {
  const faultOf = (bytes: Uint8Array) => {
    const result = readJsonBytes(bytes);
    return result.ok ? undefined : result.faults[0];
  };

  it('may begin with one byte order mark', () => {
    expect(readJsonBytes(Buffer.from('\uFEFF["é"]'))).toEqual(accepted('["é"]'));
    expect(faultOf(Buffer.from('\uFEFF\uFEFF[]'))).toMatchObject({ line: 1, column: 1 });
  });

  it.each([
    ['another encoding', Buffer.from('{\n "é": "ü"}', 'latin1'), 2, 3, 'the byte 0xE9'],
    ['a surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 1, 2, 'the byte 0xED'],
    [
      'a wrong byte after a mark',
      Buffer.from([0xef, 0xbb, 0xbf, 0x22, 0x80]),
      1,
      2,
      'the byte 0x80',
    ],
    ['UTF-16 with its mark', Buffer.from('\uFEFF{}', 'utf16le'), 1, 1, 'the byte 0xFF'],
    ['half of a character', Buffer.from('"🙂').subarray(0, 3), 1, 2, 'half of a character'],
  ])('must be UTF-8: %s', (_, bytes, line, column, found) => {
    expect(faultOf(bytes)).toMatchObject({
      code: 'malformed_json',
      detail: expect.stringContaining(`Expected UTF-8, found ${found}`),
      line,
      column,
    });
  });

  it('are decoded in bounded time where the last one is wrong', () => {
    const bytes = Buffer.concat([Buffer.alloc(1_048_576, 'é'), Buffer.from([0xff])]);
    const before = process.cpuUsage();
    expect(faultOf(bytes)).toMatchObject({ column: 524_289 });
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_500);
  });
});

describe('any JSON text', () => {
  it('of a value without reserved keys and NUL is read as that value', () => {
    fc.assert(
      fc.property(anyValue, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        fc.pre(!/__proto__|\\u0000/.test(text));
        expect(readJsonText(text)).toEqual(accepted(text, withoutNegativeZero(value)));
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
        const problems = faultsOf(text);
        const isMalformed = problems.some(({ code }) => code === 'malformed_json');
        expect(isMalformed).toBe(!isValid(text));
        if (isMalformed) expect(problems.at(-1)?.detail).toMatch(/^Expected .+, found /su);
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
        expect(faultsOf(text).some(({ code }) => code === 'duplicate_key')).toBe(repeats);
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
