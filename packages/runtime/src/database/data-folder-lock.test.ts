import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { holdingDataFolder, lockDataFolder } from './data-folder-lock.ts';

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'app-platform-lock-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

describe('the lock of a data folder', () => {
  it('is taken over from a process that has ended', async () => {
    const path = await mkdtemp(join(parent, 'data-'));
    await writeFile(join(path, 'lock'), '999999999');
    await lockDataFolder(path);
    expect(await readFile(join(path, 'lock'), 'utf8')).toBe(String(process.pid));
    expect(await readdir(path)).toEqual(['lock']);
  });

  it('is not taken over while another process does that', async () => {
    const path = await mkdtemp(join(parent, 'data-'));
    await writeFile(join(path, 'lock'), '999999999');
    await writeFile(join(path, 'lock.takeover'), '');
    await expect(lockDataFolder(path)).rejects.toThrow(`Remove ${path}/lock.takeover if none does`);
    expect(await readFile(join(path, 'lock'), 'utf8')).toBe('999999999');
  });

  it('is not taken where it cannot be read', async () => {
    const path = await mkdtemp(join(parent, 'data-'));
    await mkdir(join(path, 'lock'));
    await expect(lockDataFolder(path)).rejects.toThrow(
      `${join(path, 'lock')} is there, and cannot be read`,
    );
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
    expect(await holdingDataFolder(path, urls, () => lockOf(path))).toBe(String(process.pid));
    await expect(
      holdingDataFolder(path, urls, () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken');
    expect(await readdir(path)).toEqual([]);
  });

  it('does nothing while another process holds it', async () => {
    const path = await mkdtemp(join(parent, 'data-'));
    await writeFile(join(path, 'lock'), String(process.ppid));
    const url = `pglite:${join(path, 'registry')}`;
    let worked = false;
    const working = holdingDataFolder(path, [url], async () => {
      worked = true;
    });
    await expect(working).rejects.toThrow(`${path} is in use by process ${process.ppid}.`);
    expect([worked, await lockOf(path)]).toEqual([false, String(process.ppid)]);
  });

  it.each([
    ['on a server', 'postgresql://127.0.0.1/registry'],
    ['in memory', 'pglite:'],
    ['in another folder', `pglite:${tmpdir()}/elsewhere/registry`],
  ])('leaves it alone where its databases are %s', async (_where, url) => {
    const path = join(parent, 'none');
    expect(await holdingDataFolder(path, [url], async () => 'done')).toBe('done');
    await expect(readdir(path)).rejects.toThrow('ENOENT');
  });
});
