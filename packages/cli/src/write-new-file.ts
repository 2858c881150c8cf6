import { writeFile } from 'node:fs/promises';
import { hasCode, refused } from './failure.ts';

/**
 * @param name as the failure shows it
 * @throws CommandFailure if the file exists
 */
export async function writeNewFile(path: string, name: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    throw refused('file_exists', `${name} exists. Delete it, or name another file.`);
  }
}
