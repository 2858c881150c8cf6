import { describe, expect, it } from '@jest/globals';
import { isReleaseDate } from './release-date.ts';

describe('isReleaseDate', () => {
  it.each([
    '2024-01-31',
    ' 2024-01-31 ',
    '2024/1/31',
    '2024-01-31T10:00:00Z',
    '2024-01-31T10:00:00.000+01:00',
    '2024-01-31 10:00',
    '2024-02-29',
    '01/31/2024',
    '31/01/2024',
    '31.1.2024',
    '1/31/24',
    'January 31, 2024',
    'Jan 31st 2024',
    'Sept. 3, 2024',
    'Wednesday, January 31, 2024',
    '31 January 2024',
    '2024-01',
    'January 2024',
  ])('takes %j', (text) => {
    expect(isReleaseDate(text)).toBe(true);
  });

  it.each([
    '',
    'date',
    'draft 7',
    '7',
    '2024',
    '2024-13-01',
    '2024-02-30',
    '2023-02-29',
    '32/13/2024',
    '2024-01-31 and more',
    'Smarch 3, 2024',
    'J 3, 2024',
    'January 32, 2024',
    '２０２４-01-31',
    `${' 1'.repeat(100)}`,
  ])('does not take %j', (text) => {
    expect(isReleaseDate(text)).toBe(false);
  });
});
