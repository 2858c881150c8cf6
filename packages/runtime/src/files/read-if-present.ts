import { readFile } from 'node:fs/promises';

/**
 * @returns the text of a file, or undefined when there is none
 * @throws Error when the file exists and cannot be read: treated as absent, it would be replaced
 */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    const advice = 'Make it a file that this user can read, and try again.';
    throw new Error(`${path} is there, and cannot be read (${code}). ${advice}`, { cause });
  }
}
