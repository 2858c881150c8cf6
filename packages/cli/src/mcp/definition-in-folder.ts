import { realpath } from 'node:fs/promises';
import { extname, isAbsolute, relative, resolve, sep } from 'node:path';
import { hasCode, refused } from '../failure.ts';

/**
 * The path of a definition from the folder, without links. An assistant reads no other files, and a TypeScript
 * file is a program, which it does not run.
 * @throws CommandFailure
 */
export async function definitionInFolder(folder: string, name: string): Promise<string> {
  const root = await realpath(folder);
  const file = relative(root, await realPathOf(resolve(root, name), name));
  if (file === '..' || file.startsWith(`..${sep}`) || isAbsolute(file)) {
    throw refused('outside_folder', `${name} is not below the folder that the server works in.`);
  }
  if (!['.json', '.jsonc'].includes(extname(file))) {
    const advice = `Run in a terminal: apps validate ${name}`;
    throw refused('not_json', `Only files in JSON (.json, .jsonc) are read here. ${advice}`);
  }
  return file;
}

async function realPathOf(path: string, name: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    throw refused('missing_file', `There is no file ${name}. Check the path.`);
  }
}
