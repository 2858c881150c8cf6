import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode, refused } from './failure.ts';

/**
 * Writes a file, and the folders that it needs.
 * @param name as the failure shows it
 * @throws CommandFailure if the file exists
 */
export async function writeNewFile(path: string, name: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    throw refused('file_exists', `${name} exists. Delete it, or name another file.`);
  }
}
