import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GatheringDestination, logDestination } from './log-destination.ts';
import { createLogger } from './logger.ts';
import { requestLines } from './request-lines.ts';

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

  it('does not stop the service where it cannot be written', async () => {
    // Refuses every write, as a full disk does.
    const descriptor = openSync(file, 'r');
    const logger = createLogger('test', 'info', logDestination(descriptor));
    for (let lines = 0; lines < 20_000; lines += 1)
      logger.info('a line that is held, then dropped');
    // An error that nobody listens for would end the process in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    closeSync(descriptor);
    expect(readFileSync(file, 'utf8')).not.toContain('dropped');
  });
});

const line = {
  requestId: 'request-1',
  traceId: '0af7651916cd43dd8448eb211c80319c',
  method: 'GET',
  path: '/"quoted"\n',
  status: 200,
  durationMilliseconds: 1.5,
  isFinished: true,
};

describe('the line of a request', () => {
  it("is what pino's own would be", () => {
    const written: string[] = [];
    const logger = createLogger('test', 'info', { write: (text) => void written.push(text) });
    requestLines(logger)(line);
    requestLines(logger)({ ...line, status: 0, isFinished: false });
    const { isFinished: _, ...fields } = line;
    logger.info(fields, 'request');
    const [own, cutOff, pinos] = written.map((text) => JSON.parse(text));
    const { time, ...rest } = own;
    expect(rest).toEqual({ ...pinos, time: undefined });
    expect(Object.keys(own)).toEqual(Object.keys(pinos));
    expect(new Date(time).toISOString()).toBe(time);
    expect(Date.parse(pinos.time) - Date.parse(time)).toBeLessThan(10_000);
    expect(cutOff).toMatchObject({ status: 0, msg: 'request cut off' });
  });

  it('is not written where requests are not logged', () => {
    const written: string[] = [];
    const logger = createLogger('test', 'warn', { write: (text) => void written.push(text) });
    requestLines(logger)(line);
    expect(written).toEqual([]);
  });
});

describe('lines that are gathered', () => {
  it('are written before any that is not, in their order', () => {
    const written: string[] = [];
    const destination = new GatheringDestination({ write: (text) => void written.push(text) });
    destination.gather('first\n');
    destination.gather('second\n');
    expect(written).toEqual([]);
    destination.write('third\n');
    expect(written).toEqual(['first\nsecond\nthird\n']);
  });

  it('are written in a moment', async () => {
    const written = Promise.withResolvers<string>();
    const destination = new GatheringDestination({ write: written.resolve });
    destination.gather('alone\n');
    expect(await written.promise).toBe('alone\n');
  });

  it('are written when they are many', () => {
    const written: string[] = [];
    const destination = new GatheringDestination({ write: (text) => void written.push(text) });
    for (let count = 0; count < 100; count += 1) destination.gather(`${'x'.repeat(99)}\n`);
    destination.write('');
    expect(written.length).toBeGreaterThan(1);
    expect(written.join('')).toHaveLength(10_000);
  });

  it('are not lost where the process exits, for whatever reason', () => {
    const module = JSON.stringify(join(import.meta.dirname, 'log-destination.ts'));
    const script = `
      const { logDestination } = await import(${module});
      logDestination(1).gather('the last line\\n');
      process.exit(0);`;
    const parameters = ['--input-type=module', '--eval', script];
    expect(execFileSync(process.execPath, parameters, { encoding: 'utf8' })).toBe(
      'the last line\n',
    );
  });
});
