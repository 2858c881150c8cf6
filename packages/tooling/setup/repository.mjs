import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** The repository that this file is part of, wherever the command was called from. */
export const repository = resolve(import.meta.dirname, '../../..');

/** The Node.js that the repository pins. Not `.bin/node`: that is a shell script, which does not forward signals. */
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

/** Hash of files and of the files in folders, and of the versions of all packages. */
export async function hashOfFiles(paths) {
  const lists = await Promise.all(paths.map(filesIn));
  const files = ['pnpm-lock.yaml', ...lists.flat().sort()];
  const texts = await Promise.all(files.map(readText));
  return hash(files.map((file, index) => [file, texts[index]]));
}

async function filesIn(path) {
  if (/\.\w+$/.test(path)) return [path];
  const entries = await readdir(inRepository(path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.slice(inRepository('').length)}/${name}`);
}

/** Writes to standard error: standard output belongs to the command. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** An error that the user can act on; printed without a stack. */
export class SetupError extends Error {}

/** The file that records the input of a step's last run. */
function stampFile(step) {
  return `node_modules/.tooling/${step}`;
}

export async function isStamped(step, value) {
  return (await readText(stampFile(step))) === value;
}

export async function stamp(step, value) {
  const file = inRepository(stampFile(step));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, value);
}
