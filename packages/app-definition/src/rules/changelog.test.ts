import { describe, expect, it } from '@jest/globals';
import { lintOf, pointersOf, refusalsOf, warningsOf } from '../../testing/test-definitions.ts';

const note = '{{2024-01-31}} First release.';

describe('changelog', () => {
  it('is accepted with a note for the current version', () => {
    expect(refusalsOf({ changelog: { '0.9.0-beta.1': note, '1.0.0': note } })).toEqual([]);
  });

  it.each([{}, { '0.9.0': note }])('%j lacks the current version and is refused', (changelog) => {
    const refusals = refusalsOf({ changelog });
    expect(pointersOf(refusals)).toEqual(['/changelog']);
    expect(refusals[0]?.detail).toContain('"1.0.0"');
  });

  it.each([
    'v0.9.0',
    'latest',
    '',
    'constructor',
    '0.9',
    `${Number.MAX_SAFE_INTEGER + 1}.0.0`,
    '0.9.0-9007199254740993',
  ])('with the key %j is refused', (key) => {
    const refusals = refusalsOf({ changelog: { '1.0.0': note, [key]: note } });
    expect(pointersOf(refusals)).toEqual([`/changelog/${key}`]);
  });

  it.each([7, null])('with the note %j is refused', (entry) => {
    expect(pointersOf(refusalsOf({ changelog: { '1.0.0': entry } }))).toEqual(['/changelog/1.0.0']);
  });

  it('takes a note that is only a date, and Markdown after it', () => {
    const changelog = {
      '0.9.0': '{{January 3, 2024}}',
      '1.0.0': '{{2024-01-31}}\n\n# New\n- {{x}}',
    };
    expect(refusalsOf({ changelog })).toEqual([]);
  });

  it('of another type is refused once', () => {
    expect(pointersOf(refusalsOf({ changelog: [note] }))).toEqual(['/changelog']);
  });
});

describe('a release note without its date is a warning that does not block installation', () => {
  it.each([
    'First release.',
    '2024-01-31 First release.',
    ' {{2024-01-31}} First release.',
    'On {{2024-01-31}}: first release.',
    '{2024-01-31} First release.',
    '{{}} First release.',
    '{{ }} First release.',
    '{{date}} First release.',
    '{{2024-02-30}} First release.',
    '{{2024-01-31 First release.',
    '',
  ])('%j', (note) => {
    expect(warningsOf({ changelog: { '1.0.0': note } })).toEqual([
      expect.objectContaining({
        pointer: '/changelog/1.0.0',
        code: 'missing_release_date',
        detail: expect.stringContaining('{{2024-01-31}}'),
        blocks: false,
      }),
    ]);
  });

  it('one for each note, of earlier versions too', () => {
    const changelog = { '1.0.0': '{{2026-11-23}} Third.', '0.9.0': 'Second.', '0.8.0': 'First.' };
    const pointers = pointersOf(warningsOf({ changelog }));
    expect(pointers).toEqual(['/changelog/0.9.0', '/changelog/0.8.0']);
  });
});

function orderOf(...entries: [version: string, date: string][]): unknown[] {
  const notes = entries.map(([version, date]) => [version, `{{${date}}} Changes.`]);
  return lintOf('changelog-order', { changelog: Object.fromEntries(notes) });
}

describe('changelog-order', () => {
  it('reports a version that neither ascends nor descends, once', () => {
    expect(
      orderOf(['1.0.0', '2024-01-01'], ['1.2.0', '2024-03-01'], ['1.1.0', '2024-02-01']),
    ).toEqual(['/changelog/1.1.0']);
  });

  it('reports a version that is dated before a lower one', () => {
    expect(orderOf(['1.1.0', '2024-01-01'], ['1.0.0', '2024-02-01'])).toEqual(['/changelog/1.1.0']);
  });

  it('accepts both directions', () => {
    const [first, second, third] = [
      ['1.0.0-beta.1', '2024-01-01'],
      ['1.0.0', '2024-02-01'],
      ['1.10.0', '2024-02-01'],
    ] as [string, string][];
    if (!first || !second || !third) throw new Error('not given');
    expect(orderOf(first, second, third)).toEqual([]);
    expect(orderOf(third, second, first)).toEqual([]);
  });

  it('accepts a lower major version that is maintained', () => {
    expect(orderOf(['2.0.0', '2024-01-01'], ['1.9.1', '2024-02-01'])).toEqual([]);
  });

  it('compares dates of one form only', () => {
    expect(orderOf(['1.0.0', '02/03/2024'], ['1.1.0', '2024-01-01'])).toEqual([]);
  });
});
