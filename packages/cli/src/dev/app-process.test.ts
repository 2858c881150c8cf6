import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AppProcess, freePort, hasStartScript } from './app-process.ts';

let folder: string;
let app: AppProcess;
let lines: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-app-process-'));
  lines = [];
});
afterEach(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A server that reports what it does, and the code with which it handles SIGTERM. */
async function write(onEnd: string): Promise<void> {
  const program = `
    const server = require('node:http').createServer();
    server.on('error', (error) => console.log(error.code));
    server.listen(process.env.PORT, '127.0.0.1', () => console.log('listening'));
    process.on('SIGTERM', () => { ${onEnd} });`;
  await writeFile(join(folder, 'app.cjs'), program);
  await writeFile(join(folder, 'package.json'), '{ "scripts": { "start": "node app.cjs" } }');
}

async function start(graceMilliseconds?: number): Promise<string> {
  const port = String(await freePort());
  const onLine = (line: string) => void lines.push(line);
  app = new AppProcess(folder, { PORT: port }, onLine, graceMilliseconds);
  await app.restart();
  await says('listening', 1);
  return `http://127.0.0.1:${port}`;
}

async function says(line: string, times: number): Promise<void> {
  while (lines.filter((one) => one === line).length < times) await wait(20);
}

describe('the program of an app', () => {
  it('starts again when the one before has ended, once for several changes', async () => {
    await write('setTimeout(() => process.exit(), 300)');
    await start();
    await Promise.all([app.restart(), app.restart(), app.restart()]);
    await says('listening', 2);
    await app.close();
    expect(lines).toEqual(['listening', 'listening']);
  });

  it('is killed where it does not end by itself', async () => {
    await write('');
    const address = await start(200);
    await app.restart();
    await says('listening', 2);
    await app.close();
    expect(lines).toEqual(['listening', 'listening']);
    await expect(fetch(address)).rejects.toThrow('fetch failed');
    await app.restart();
    expect(lines).toHaveLength(2);
  });

  it('is reported where it ends by itself', async () => {
    await write('');
    await writeFile(join(folder, 'app.cjs'), 'process.exit(3);');
    app = new AppProcess(folder, {}, (line) => void lines.push(line));
    await app.restart();
    await says('The app ended with 3. It starts again after a change.', 1);
  });
});

it('a package.json that is not JSON is refused', async () => {
  expect(hasStartScript(folder)).toBe(false);
  await writeFile(join(folder, 'package.json'), '{ "scripts": ');
  expect(() => hasStartScript(folder)).toThrow('package.json cannot be read');
});
