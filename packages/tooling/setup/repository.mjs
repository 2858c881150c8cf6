import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The repository that this file is part of, wherever the command was called from. */
export const repository = resolve(import.meta.dirname, '../../..');

/** The Node.js that the repository pins. Not `.bin/node`: that is a shell script, which keeps signals to itself. */
export const pinnedNode = join(
  repository,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

export function inRepository(path) {
  return join(repository, path);
}

export async function readText(path) {
  try {
    return await readFile(inRepository(path), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The folders in a folder of the repository; none where it does not exist. */
export async function foldersIn(path) {
  try {
    const entries = await readdir(inRepository(path), { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => `${path}/${entry.name}`);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

export function hash(values) {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
