import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataFolder, readSecrets } from './data-folder.ts';

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
    expect((await readdir(folder.path)).sort()).toEqual(['lock', 'lock.sqlite', 'secrets.json']);
  });

  // Root can read every file, so the tests cannot use permissions.
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
