import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readPlatformFile } from './read-platform-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-platform-file-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: string | Uint8Array, name = 'platform.json') {
  await writeFile(join(folder, name), content);
  return readPlatformFile(join(folder, name));
}

const named = (name: string) => `{"organizations":[\n{"name":${name}}]}`;
const withPasswordFile = (name: string) =>
  `{"organizations":[{"name":"x","users":[{"email":"a@b.example","roles":[],"passwordFile":"${name}"}]}]}`;

it('reads JSON, also with a byte order mark', async () => {
  for (const mark of ['', '\uFEFF']) {
    expect(await read(mark + named('"é"'))).toEqual({ organizations: [{ name: 'é' }] });
  }
});

it.each([
  ['a key twice', named('"a","name":"b"'), ':2: Map keys must be unique'],
  ['a key twice, once escaped', named('"a","n\\u0061me":"b"'), ':2: Map keys must be unique'],
  ['a number', named('12345678901234567890'), ':2: organizations[0].name: It must be string'],
  ['a reserved key', named('"a","__proto__":{}'), "'__proto__' is not known here"],
  ['NUL', named('"a\\u0000"'), ':2: organizations[0].name: This string holds the character U+0000'],
  ['a lone surrogate', named('"\\ud800"'), ':2: organizations[0].name: This string holds a lone'],
  [
    'another encoding',
    Buffer.from(named('"é"'), 'latin1'),
    ':2:10: Expected UTF-8, found the byte',
  ],
  ['UTF-16', Buffer.from(`\uFEFF${named('"a"')}`, 'utf16le'), ':1:1: Expected UTF-8'],
])('refuses %s with its line', async (_, content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});

it('reads a password without a byte order mark, and refuses one in another encoding', async () => {
  await writeFile(join(folder, 'marked'), '\uFEFFlong pässword\r\n');
  const { organizations } = await read(withPasswordFile('marked'));
  expect(organizations[0]?.users?.[0]?.password).toBe('long pässword');
  await writeFile(join(folder, 'latin1'), Buffer.from('long pässword', 'latin1'));
  const reading = read(withPasswordFile('latin1'));
  await expect(reading).rejects.toThrow('latin1:1:7: Expected UTF-8, found the byte 0xE4');
});
