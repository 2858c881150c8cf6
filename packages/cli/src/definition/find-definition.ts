import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hasCode, refused } from '../failure.ts';

const usualFiles = ['app.json', 'app.jsonc', 'app.ts'];

export type DefinitionPlace = {
  path: string;
  /** As the developer named it. */
  name: string;
};

/**
 * @param name a file, or a folder that holds one of the usual names; the working folder without it
 * @throws CommandFailure that names the files looked for
 */
export async function findDefinition(
  folder: string,
  name: string | undefined,
): Promise<DefinitionPlace> {
  if (name !== undefined) {
    const path = resolve(folder, name);
    const kind = await kindOf(path);
    if (kind === 'file') return { path, name };
    if (kind === undefined) throw missingFile(name);
  }
  const [first, ...others] = await usualFilesIn(resolve(folder, name ?? '.'));
  const shown = (file: string) => (name === undefined ? file : join(name, file));
  if (first === undefined) throw emptyFolder(name);
  if (others.length > 0) {
    const all = [first, ...others].map(shown);
    throw refused(
      'ambiguous_file',
      `There are ${all.join(' and ')}. Name the one that you mean, for example: apps validate ${all[0]}`,
    );
  }
  return { path: resolve(folder, shown(first)), name: shown(first) };
}

async function usualFilesIn(folder: string): Promise<string[]> {
  const kinds = await Promise.all(usualFiles.map((name) => kindOf(join(folder, name))));
  return usualFiles.filter((_, index) => kinds[index] === 'file');
}

function missingFile(name: string) {
  const detail = `There is no file ${name}. Check the path, or run apps init to write one.`;
  return refused('missing_file', detail, { file: name });
}

function emptyFolder(name: string | undefined) {
  const looked = `${usualFiles.slice(0, -1).join(', ')} or ${usualFiles.at(-1)}`;
  const detail = `There is no ${looked} in ${name ?? 'this folder'}. Run apps init there to write one, or name your file.`;
  return refused('missing_file', detail, { file: name });
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw refused('unreadable_file', `${path} cannot be read: ${error}`, { file: path });
  }
}
