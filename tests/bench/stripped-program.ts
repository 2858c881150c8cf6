import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

/** Below `tests/`, so that the programs find their packages. */
const FOLDER = join(import.meta.dirname, '../node_modules/.bench');
const NEIGHBOUR = /from '\.\/([\w-]+)\.ts'/g;

/**
 * Writes a program beside this file, and what it imports from there, as JavaScript. To run
 * TypeScript, Node.js loads what takes its types off: 17 MiB and a sixth of the start of a bare
 * Express, which would make whatever is held against it look small and quick.
 * @returns where it is
 */
export async function strippedProgram(name: string): Promise<string> {
  const text = await readFile(join(import.meta.dirname, `${name}.ts`), 'utf8');
  const script = stripTypeScriptTypes(text).replaceAll(NEIGHBOUR, "from './$1.mjs'");
  const path = join(FOLDER, `${name}.mjs`);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(path, script);
  for (const [, neighbour = ''] of text.matchAll(NEIGHBOUR)) await strippedProgram(neighbour);
  return path;
}
