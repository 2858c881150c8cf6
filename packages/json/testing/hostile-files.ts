/** A file, and the verdict that every reader must give. */
export type HostileFile = {
  name: string;
  bytes: Uint8Array;
  /** `code pointer line:column` of every fault; empty where the file is accepted. */
  verdict: string[];
  /** For readers that accept comments and trailing commas; the same without it. */
  verdictWithComments?: string[];
  /** What such a reader sends; the bytes without it. */
  sent?: string;
};

/** A definition that can be registered, with more members in lines of their own. */
function definition(...members: string[]): string {
  return `${['{"app":"hostile","version":"0.0.1","title":"Hostile"', ...members].join(',\n')}}`;
}

function file(name: string, content: string | Uint8Array, ...verdict: string[]): HostileFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { name, bytes, verdict };
}

function forPeople(name: string, content: string, sent: string, fault: string): HostileFile {
  return { ...file(name, content, fault), verdictWithComments: [], sent };
}

/** Each character as one byte, as an editor saves it that does not know UTF-8. */
function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function utf16(text: string): Uint8Array {
  return Uint8Array.from(
    `\uFEFF${text}`.split('').flatMap((unit) => {
      const code = unit.charCodeAt(0);
      return [code & 0xff, code >> 8];
    }),
  );
}

const description = (text: string) => definition(`"description":"${text}"`);

/** Files that JSON.parse reads as other values than written, and files that only look hostile. */
export const hostileFiles: readonly HostileFile[] = [
  file('a key twice', definition('"title":"Other"'), 'duplicate_key /title 2:1'),
  file(
    'a key twice, once escaped',
    definition('"t\\u0069tle":"Other"'),
    'duplicate_key /title 2:1',
  ),
  file(
    'a key twice in an array',
    definition('"tags":[]', '"klasses":[{"name":"customer",\n"name":"customer"}]'),
    'duplicate_key /klasses/0/name 4:1',
  ),
  file('a rounded integer', definition('"x":12345678901234567890'), 'inexact_number /x 2:5'),
  file('a rounded fraction', definition('"x":0.1234567890123456789'), 'inexact_number /x 2:5'),
  file('a number beyond doubles', definition('"x":1e400'), 'inexact_number /x 2:5'),
  file('a reserved key', definition('"__proto__":{"app":"other"}'), 'reserved_key /__proto__ 2:1'),
  file('an escaped reserved key', definition('"\\u005f_proto__":1'), 'reserved_key /__proto__ 2:1'),
  file('NUL', description('\\u0000'), 'unstorable_character /description 2:15'),
  file('a lone surrogate', description('\\ud800'), 'unstorable_character /description 2:15'),
  file(
    'several faults',
    definition('"x":1e400', '"title":"Other"', '"description":"\\u0000"'),
    'inexact_number /x 2:5',
    'duplicate_key /title 3:1',
    'unstorable_character /description 4:15',
  ),
  file(
    'too many levels',
    definition(`"x":${'['.repeat(64)}${']'.repeat(64)}`),
    `nesting_too_deep /x${'/0'.repeat(63)} 2:68`,
  ),
  file(
    'levels without end',
    definition(`"x":${'['.repeat(50_000)}`),
    `nesting_too_deep /x${'/0'.repeat(63)} 2:68`,
    'malformed_json  2:50005',
  ),
  file(
    'too many values',
    definition(`"x":[${'0,'.repeat(100_000)}0]`),
    'too_many_values  2:199996',
  ),
  file('white space', ' \n', 'malformed_json  2:1'),
  file('two documents', `${definition()}\n{}`, 'malformed_json  2:1'),
  file('a missing comma', '{"app":"x"\n"version":"0.0.1"}', 'malformed_json  2:1'),
  file('single quotes', "{'app':'x'}", 'malformed_json  1:2'),
  file('a raw tab in a string', description('a\tb'), 'malformed_json  2:17'),
  file('another encoding', latin1(description('café')), 'malformed_json  2:19'),
  file('UTF-16', utf16(definition()), 'malformed_json  1:1'),
  file('two byte order marks', `\uFEFF\uFEFF${definition()}`, 'malformed_json  1:1'),
  { ...file('one byte order mark', `\uFEFF${definition()}`), sent: definition() },
  file('half of a character', latin1('"\xf0\x9f'), 'malformed_json  1:2'),
  file('numbers that are exact', definition('"extra":[1.0,-0,1E2,100000000000000000000]')),
  file('keys like array indices', definition('"i18n":{"2":"b","1":"a"}')),
  forPeople(
    'a comment',
    definition('/* a key */ "description":"// none"'),
    definition(' "description":"// none"'),
    'malformed_json  2:1',
  ),
  forPeople(
    'a trailing comma',
    definition('"tags":["a",]'),
    definition('"tags":["a"]'),
    'malformed_json  2:13',
  ),
];
