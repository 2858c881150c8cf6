import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const tested = join(import.meta.dirname, 'life-cycle.ts');

/** @returns the last log line of a process that runs the statement */
function endedBy(statement: string) {
  const program = `
    import { logFatalErrors } from ${JSON.stringify(tested)};
    logFatalErrors('test');
    setTimeout(() => { ${statement} });
    setTimeout(() => console.log('went on'), 60_000);`;
  const parameters = ['--input-type=module', '--eval', program];
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, '']);
  return JSON.parse(stdout);
}

describe('an uncaught error', () => {
  it.each([
    ['thrown', `throw new Error('broken')`],
    ['a rejected promise', `Promise.reject(new Error('broken'))`],
  ])('ends the process and is its last line: %s', (_how, statement) => {
    expect(endedBy(statement)).toMatchObject({
      level: 60,
      service: 'test',
      err: { type: 'Error', message: 'broken', stack: expect.stringContaining('at ') },
      msg: 'ended by an error',
    });
  });

  it('reveals no password of an invalid URL', () => {
    const { err } = endedBy(`new URL('postgresql://user:hunter2@[database')`);
    expect(err).toMatchObject({ code: 'ERR_INVALID_URL', input: '[redacted]' });
  });
});
