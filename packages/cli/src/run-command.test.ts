import { expect, it } from '@jest/globals';
import { printable } from './run-command.ts';

it('leaves out what a terminal would obey, and keeps text with its lines', () => {
  expect(printable('a\u001b[31mb\u001b]0;title\u0007c\u009b2Jd\re\u007f')).toBe(
    'a[31mb]0;titlec2Jde',
  );
  expect(printable('Größe:\t1\nπ 🙂')).toBe('Größe:\t1\nπ 🙂');
});
