import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ignore from 'ignore';
import { hasCode } from '../failure.ts';

/** What the app writes, or what it does not run, whatever its `.gitignore` names. */
const ALWAYS = ['.*', 'node_modules', '/dist', '/build', '/coverage'];

/**
 * Tells which paths of a folder its `.gitignore` names.
 * @returns a function that takes a path relative to the folder, with slashes, and whether it is a file
 */
export function ignoredFiles(folder: string): (path: string, isFile: boolean) => boolean {
  const rules = ignore()
    .add(ALWAYS)
    .add(textOf(join(folder, '.gitignore')));
  return (path, isFile) => rules.ignores(isFile ? path : `${path}/`);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}
