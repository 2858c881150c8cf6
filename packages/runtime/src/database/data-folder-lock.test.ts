import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lockDataFolder, withDataFolderLock } from './data-folder-lock.ts';

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'app-platform-lock-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

describe('the lock of a data folder', () => {
  it('names the process that holds it, and ends with it', async () => {
    const path = await mkdtemp(join(parent, 'data-'));
    // Left by a process that was killed.
    await writeFile(join(path, 'lock'), '999999999');
    const release = await lockDataFolder(path);
    expect(await readFile(join(path, 'lock'), 'utf8')).toBe(String(process.pid));
    expect((await readdir(path)).sort()).toEqual(['lock', 'lock.sqlite']);
    await release();
    expect(await readdir(path)).toEqual(['lock.sqlite']);
    await (await lockDataFolder(path))();
  });

  it('waits for a process that is in the way for a moment', async () => {
    const path = await mkdtemp(join(parent, 'data-'));
    // Until the first step of the lock is taken: from then on nobody else can begin to write.
    const reads = `
      const { DatabaseSync } = require('node:sqlite');
      const [reader, writer] = [1, 2].map(() => new DatabaseSync(process.argv[1]));
      reader.exec('BEGIN; SELECT * FROM sqlite_schema');
      process.stdout.write('reading');
      const polling = setInterval(() => {
        try {
          writer.exec('BEGIN IMMEDIATE; ROLLBACK');
        } catch {
          clearInterval(polling);
          reader.close();
        }
      }, 1);`;
    const other = spawn(process.execPath, ['-e', reads, join(path, 'lock.sqlite')]);
    const ended = once(other, 'exit');
    await once(other.stdout, 'data');
    await (await lockDataFolder(path))();
    await ended;
  });

  it('is not taken where its file cannot be opened', async () => {
    const path = await mkdtemp(join(parent, 'data-'));
    await mkdir(join(path, 'lock.sqlite'));
    await expect(lockDataFolder(path)).rejects.toThrow('unable to open database file');
  });
});

describe('a command that opens databases', () => {
  const lockOf = (path: string) => readFile(join(path, 'lock'), 'utf8');

  it.each<[string, (path: string) => string]>([
    ['its own', (path) => `pglite:${join(path, 'registry')}`],
    ['its own, by another path,', (path) => `pglite:${relative(process.cwd(), path)}/./registry/`],
  ])('holds the data folder while it works on %s, and no longer', async (_which, urlIn) => {
    const path = await mkdtemp(join(parent, 'data-'));
    const urls = ['postgresql://127.0.0.1/oauth', urlIn(path)];
    expect(await withDataFolderLock(path, urls, () => lockOf(path))).toBe(String(process.pid));
    await expect(
      withDataFolderLock(path, urls, () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken');
    expect(await readdir(path)).toEqual(['lock.sqlite']);
  });

  it('does nothing while the folder is held', async () => {
    const path = await mkdtemp(join(parent, 'data-'));
    const release = await lockDataFolder(path);
    const url = `pglite:${join(path, 'registry')}`;
    let worked = false;
    const working = withDataFolderLock(path, [url], async () => {
      worked = true;
    });
    await expect(working).rejects.toThrow(`${path} is in use by process ${process.pid}.`);
    expect([worked, await lockOf(path)]).toEqual([false, String(process.pid)]);
    await release();
  });

  it.each([
    ['on a server', 'postgresql://127.0.0.1/registry'],
    ['in memory', 'pglite:'],
    ['in another folder', `pglite:${tmpdir()}/elsewhere/registry`],
  ])('leaves it alone where its databases are %s', async (_where, url) => {
    const path = join(parent, 'none');
    expect(await withDataFolderLock(path, [url], async () => 'done')).toBe('done');
    await expect(readdir(path)).rejects.toThrow('ENOENT');
  });
});
