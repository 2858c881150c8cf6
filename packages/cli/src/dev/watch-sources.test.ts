import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { watchSources } from './watch-sources.ts';

let folder: string;
let stop: (() => void) | undefined;
let changes: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'app-platform-watch-sources-'));
  changes = [];
  await mkdir(join(folder, 'src/out'), { recursive: true });
  await writeFile(join(folder, '.gitignore'), '*.sqlite\nout/\n');
});
afterEach(() => {
  stop?.();
  rmSync(folder, { recursive: true, force: true });
});

function watchFolder(): void {
  const failed = (reason: string) => void changes.push(reason);
  stop = watchSources(folder, (path) => void changes.push(path), failed);
}

const write = (path: string) => writeFile(join(folder, path), String(Math.random()));
async function isChanged(...paths: string[]): Promise<void> {
  while (changes.length < paths.length) await wait(20);
  expect(changes).toEqual(paths);
}

it('a change is reported with the file, and one of an ignored file is not', async () => {
  watchFolder();
  await write('src/data.sqlite');
  await write('src/out/app.js');
  await write('src/app.ts');
  await isChanged('src/app.ts');
});

it('a .gitignore that changes is read after the next change', async () => {
  watchFolder();
  await write('src/app.log');
  await isChanged('src/app.log');
  await writeFile(join(folder, '.gitignore'), '*.log\n');
  await write('src/app.ts');
  await isChanged('src/app.log', 'src/app.ts');
  await write('src/app.log');
  await write('src/other.ts');
  await isChanged('src/app.log', 'src/app.ts', 'src/other.ts');
});
