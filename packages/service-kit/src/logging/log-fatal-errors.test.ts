import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const tested = join(import.meta.dirname, 'log-fatal-errors.ts');

/** What a process writes that does something once it runs. */
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

describe('an error that nobody caught', () => {
  it.each([
    ['thrown', `throw new Error('broken')`],
    ['a promise that was rejected', `Promise.reject(new Error('broken'))`],
  ])('ends the process, and is its last line: %s', (_how, statement) => {
    expect(endedBy(statement)).toMatchObject({
      level: 60,
      service: 'test',
      err: { type: 'Error', message: 'broken', stack: expect.stringContaining('at ') },
      msg: 'ended by an error',
    });
  });

  it('tells no password of an address that cannot be read', () => {
    const { err } = endedBy(`new URL('postgresql://user:hunter2@[database')`);
    expect(err).toMatchObject({ code: 'ERR_INVALID_URL', input: '[redacted]' });
  });
});
