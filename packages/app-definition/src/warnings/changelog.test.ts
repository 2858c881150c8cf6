import { describe, expect, it } from '@jest/globals';
import { pointersOf, warningsOf } from '../test-definitions.ts';

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
