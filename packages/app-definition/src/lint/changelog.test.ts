import { describe, expect, it } from '@jest/globals';
import { lintOf } from '../test-definitions.ts';

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
