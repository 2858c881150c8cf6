import { expect, it } from '@jest/globals';
import { createLogger } from './logger.ts';

it.each(['authorization', 'key', 'secret', 'password', 'token', 'clientSecret'])(
  'a field %s is redacted, at the top of a line and two levels below',
  (name) => {
    const lines: string[] = [];
    const logger = createLogger('test', 'info', { write: (line) => void lines.push(line) });
    const field = { [name]: 'hunter2' };
    logger.info({ ...field, outer: { ...field, inner: field } }, 'logged by mistake');
    const redacted = { [name]: '[redacted]' };
    expect(JSON.parse(lines.join(''))).toMatchObject({
      ...redacted,
      outer: { ...redacted, inner: redacted },
    });
    expect(lines.join('')).not.toContain('hunter2');
  },
);
