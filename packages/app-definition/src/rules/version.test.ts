import { describe, expect, it } from '@jest/globals';
import { refusalsOf } from '../../testing/test-definitions.ts';

describe('version', () => {
  it.each([
    '0.0.1',
    '1.4.0-beta.2',
    '1.0.0-0A.is.legal',
    '1.0.0-alpha-a.b-c',
    '1.0.0+build.7',
    '2.0.0-rc.1+build.123',
    `${Number.MAX_SAFE_INTEGER}.0.0`,
    `1.0.0-rc.${Number.MAX_SAFE_INTEGER}`,
    '1.0.0-9007199254740993a',
    '1.0.0+9007199254740993',
    '1.0.0-a+9007199254740993',
  ])('%s is accepted', (version) => {
    expect(refusalsOf({ version })).toEqual([]);
  });

  it.each([
    '',
    '1',
    '1.0',
    '1.0.0.0',
    'v1.0.0',
    '=1.0.0',
    ' 1.0.0',
    '1.0.0 ',
    '1.0.0\n',
    '01.0.0',
    '1.0.0-01',
    '1.0.0-',
    '1.0.0+',
    '1.0.0-beta..1',
    'latest',
    '^1.0.0',
    '-1.0.0',
    '1.0.0-ä',
  ])('%j is refused', (version) => {
    expect(refusalsOf({ version })).toMatchObject([{ pointer: '/version' }]);
  });

  it.each([
    '1.9007199254740992.0',
    '1.0.0-9007199254740992',
    '1.0.0-9007199254740993',
    '1.0.0-rc.9007199254740993.x+build',
    `1.0.0-${'9'.repeat(250)}`,
  ])('%s, whose number is too large to compare, is refused', (version) => {
    const refusals = refusalsOf({ version });
    expect(refusals).toMatchObject([{ pointer: '/version' }]);
    expect(refusals[0]?.detail).toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it('of more than 256 characters is refused', () => {
    const refusals = refusalsOf({ version: `1.0.0-${'a'.repeat(251)}` });
    expect(refusals[0]?.detail).toContain('at most 256 characters');
  });

  it.each([
    ['full-width digits', '１.0.0'],
    ['Arabic digits', '١.٠.٠'],
    ['a one dot leader', '1․0․0'],
    ['a non-breaking hyphen', '1.0.0‑beta'],
    ['a zero width space', '1.0.0\u200b'],
    ['a Cyrillic letter', '1.0.0-\u0430'],
  ])('with %s is refused', (_what, version) => {
    expect(refusalsOf({ version })).toMatchObject([{ pointer: '/version' }]);
  });
});
