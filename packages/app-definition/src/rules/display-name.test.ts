import { describe, expect, it } from '@jest/globals';
import {
  definitionWith,
  pointersOf,
  refusalsOf,
  warningsOf,
} from '../../testing/test-definitions.ts';
import { inspectDefinition } from '../lint/inspect-definition.ts';
import { validatePatch } from '../validation/validate-definition.ts';

const named = (name: string) => ({ appDetails: { appDeveloper: { name } } });

const refused: [string, string][] = [
  ['a right-to-left override', 'Pay\u202eLap'],
  ['an isolate', 'Pay\u2066Pal'],
  ['a right-to-left mark', 'Pay\u200fPal'],
  ['a zero-width space', 'Pay\u200bPal'],
  ['a joiner between Latin letters', 'Pay\u200dPal'],
  ['a non-joiner at the end', 'می\u200c'],
  ['a byte order mark', '\ufeffPayPal'],
  ['a soft hyphen', 'Pay\u00adPal'],
  ['a newline', 'Pay\nPal'],
  ['a line separator', 'Pay\u2028Pal'],
  ['a control character', 'Pay\u0007Pal'],
  ['tag characters', 'Pay\u{e0041}Pal'],
  ['tag characters after a flag without an end', '🏴\u{e0067}\u{e0062}\u{e0065}'],
  ['a text in tag characters', `🏴${'\u{e0061}'.repeat(9)}\u{e007f}`],
  ['a Hangul filler', 'Pay\u3164Pal'],
  ['spaces alone', '   '],
  ['invisible characters alone', '\u200b\u2060'],
  ['no-break and braille spaces alone', '\u00a0\u2800'],
];

const accepted = [
  'Order tracker',
  'می\u200cخواهم',
  'क\u094d\u200dष',
  '👩\u200d💻 Helpers',
  'Hearts ❤\ufe0f',
  'Pubs of England \u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'Größe & Naïveté – 日本語',
];

describe('a title and the name of a developer', () => {
  it.each(refused)('with %s are refused', (_what, text) => {
    expect(pointersOf(refusalsOf({ title: text }))).toEqual(['/title']);
    expect(pointersOf(refusalsOf(named(text)))).toEqual(['/appDetails/appDeveloper/name']);
    expect(validatePatch({ title: text })).toMatchObject({ ok: false });
  });

  it('are mended without what their other characters need', () => {
    const [refusal] = inspectDefinition(
      definitionWith({ title: '👩\u200d💻\u200b Hearts ❤\ufe0f' }),
    ).errors;
    expect(refusal?.fix).toEqual([
      { op: 'replace', path: '/title', value: '👩\u200d💻 Hearts ❤\ufe0f' },
    ]);
  });

  it.each(accepted)('%s are accepted', (text) => {
    expect(warningsOf({ title: text, ...named(text) })).toEqual([]);
    expect(validatePatch({ title: text })).toMatchObject({ ok: true });
  });
});
