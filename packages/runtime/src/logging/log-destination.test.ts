import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, logDestination } from './logger.ts';

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-log-'));
  file = join(folder, 'log');
  await writeFile(file, '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the log', () => {
  it('is written line by line', () => {
    const descriptor = openSync(file, 'a');
    createLogger('test', 'info', logDestination(descriptor)).info('written');
    closeSync(descriptor);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ msg: 'written' });
  });

  it('does not stop the service when it cannot be written', async () => {
    // Refuses every write, as a full disk does.
    const descriptor = openSync(file, 'r');
    const logger = createLogger('test', 'info', logDestination(descriptor));
    for (let lines = 0; lines < 20_000; lines += 1)
      logger.info('a line that is held, then dropped');
    // An `error` event without a listener would end the process in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    closeSync(descriptor);
    expect(readFileSync(file, 'utf8')).not.toContain('dropped');
  });

  it.each(['process.exit(0)', "process.kill(process.pid, 'SIGKILL')"])(
    'loses no line at %s',
    (end) => {
      const module = JSON.stringify(join(import.meta.dirname, 'logger.ts'));
      const script = `
        const { createLogger } = await import(${module});
        const logger = createLogger('test', 'info');
        for (let line = 1; line <= 100; line += 1) logger.info({ line }, 'request');
        ${end};`;
      const parameters = ['--input-type=module', '--eval', script];
      const written = outputOf(parameters).trim().split('\n');
      expect(written.map((text) => JSON.parse(text).line)).toEqual(
        Array.from({ length: 100 }, (_, index) => index + 1),
      );
    },
  );
});

/** @returns standard output of a Node.js process, however it ends */
function outputOf(parameters: string[]): string {
  try {
    return execFileSync(process.execPath, parameters, { encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
