import { describe, expect, it } from '@jest/globals';
import { warningsOf } from '../test-definitions.ts';

describe('translations', () => {
  it.each([
    {},
    { en_us: { title: 'Orders' } },
    { en_us: { title: 'Orders' }, de_de: { title: 'Bestellungen' } },
    { en_us: {}, de_de: {} },
  ])('%j are complete', (i18n) => {
    expect(warningsOf({ i18n })).toEqual([]);
  });

  it('that one locale lacks cause a warning', () => {
    const i18n = { en_us: { title: 'Orders', refund: 'Refund' }, de_de: { title: 'Bestellungen' } };
    const warnings = warningsOf({ i18n });
    expect(warnings).toMatchObject([
      { pointer: '/i18n/de_de', code: 'missing_translation', blocks: false },
    ]);
    expect(warnings[0]?.detail).toContain('"refund"');
  });

  it('that both locales lack cause a warning for both', () => {
    expect(warningsOf({ i18n: { en_us: { a: '' }, de_de: { b: '' } } })).toHaveLength(2);
  });

  it('can have keys that Object.prototype has', () => {
    const i18n = JSON.parse('{"en_us": {"constructor": "a", "__proto__": "b"}, "de_de": {}}');
    expect(warningsOf({ i18n })[0]?.detail).toContain('"constructor", "__proto__"');
  });

  it('that are missing in large numbers cause one warning with a count', () => {
    const texts = Object.fromEntries(Array.from({ length: 10_000 }, (_, key) => [`key${key}`, '']));
    const warnings = warningsOf({ i18n: { en_us: texts, de_de: {} } });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.detail).toContain('"key0", "key1", "key2" and 9997 more');
  });
});
