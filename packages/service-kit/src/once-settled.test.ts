import { expect, it } from '@jest/globals';
import { createLogger } from './logging/logger.ts';
import { onceSettled } from './once-settled.ts';

it('what can wait is done in order, and what fails is told and keeps nothing else from it', async () => {
  const lines: string[] = [];
  const logger = createLogger('test', 'info', { write: (line: string) => void lines.push(line) });
  const done: string[] = [];
  const noting = (name: string) => async () => void done.push(name);
  const failing = () => Promise.reject(new Error('cannot be'));
  await onceSettled([noting('first'), failing, () => undefined, noting('last')], logger);
  expect(done).toEqual(['first', 'last']);
  expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(['cannot be']);
});
