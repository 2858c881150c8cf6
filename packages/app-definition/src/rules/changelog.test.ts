import { describe, expect, it } from '@jest/globals';
import { pointersOf, refusalsOf } from '../test-definitions.ts';

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
