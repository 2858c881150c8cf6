import { rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes lines to a new file that only its user can read, one after the other.
 * @throws Error if the file exists or its folder does not, before the first line is read. A later failure, or
 *   the end of the process, removes the file.
 */
export async function writeNewFile(file: string, lines: AsyncIterable<string>): Promise<void> {
  const output = (await openNew(file)).createWriteStream({ flush: true });
  const remove = () => rmSync(file, { force: true });
  const removeAtExit = () => {
    remove();
    process.stderr.write(`Interrupted. The incomplete file ${file} was removed.\n`);
  };
  process.once('exit', removeAtExit);
  try {
    await pipeline(Readable.from(lines), output);
  } catch (cause) {
    remove();
    const { message } = cause as Error;
    throw new Error(`${message}\nThe incomplete file ${file} was removed.`, { cause });
  } finally {
    process.off('exit', removeAtExit);
  }
}

async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      throw new Error(`${file} already exists. Name a new file.`, { cause });
    }
    if (code === 'ENOENT') {
      const folder = dirname(resolve(file));
      throw new Error(`The folder ${folder} does not exist. Create it, or name another file.`, {
        cause,
      });
    }
    throw cause;
  }
}
