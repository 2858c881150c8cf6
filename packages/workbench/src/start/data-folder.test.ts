import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataFolder } from './data-folder.ts';
import { holdingDataFolder } from './holding-data-folder.ts';
import { readSecrets } from './secrets.ts';

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'app-platform-data-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

const newFolder = async () => DataFolder.open(await mkdtemp(join(parent, 'data-')));

describe('the secrets of an earlier start', () => {
  it('are made at the first start, and the same ever after', async () => {
    const folder = await newFolder();
    const first = await readSecrets(folder, {});
    expect(first.keysEncryptionKey).toMatch(/^[\w-]{43}$/);
    expect(await readSecrets(folder, {})).toEqual(first);
    expect((await readdir(folder.path)).sort()).toEqual(['lock', 'secrets.json']);
  });

  // As whoever may read everything, a test cannot take its own permission away.
  it.each<[string, (path: string) => Promise<void>]>([
    ['is not a file', async (path) => void (await mkdir(path))],
    ['cannot be followed', (path) => symlink(path, path)],
  ])('are not replaced where their file %s', async (_fault, spoil) => {
    const folder = await newFolder();
    const file = folder.file('secrets.json');
    await spoil(file);
    await expect(readSecrets(folder, {})).rejects.toThrow(
      new RegExp(`^${file} is there, and cannot be read.*try again`),
    );
  });

  it.each([
    ['nothing', ''],
    ['half of it', '{ "serviceToken": "abc", "keysEncr'],
    ['no object', 'null'],
    ['a list', '[]'],
  ])('are not replaced where their file holds %s', async (_fault, text) => {
    const folder = await newFolder();
    const file = folder.file('secrets.json');
    await writeFile(file, text);
    await expect(readSecrets(folder, {})).rejects.toThrow(`${file} does not hold a JSON object.`);
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});

describe('the lock of a data folder', () => {
  it('is taken over from a process that has ended, and from one that ended while it wrote', async () => {
    for (const left of ['', '999999999']) {
      const path = await mkdtemp(join(parent, 'data-'));
      await writeFile(join(path, 'lock'), left);
      await DataFolder.open(path);
      expect(await readFile(join(path, 'lock'), 'utf8')).toBe(String(process.pid));
    }
  });

  it('is not taken where it cannot be read', async () => {
    const path = await mkdtemp(join(parent, 'data-'));
    await mkdir(join(path, 'lock'));
    await expect(DataFolder.open(path)).rejects.toThrow(
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
