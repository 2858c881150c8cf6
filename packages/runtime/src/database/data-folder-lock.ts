import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readIfPresent } from '../read-if-present.ts';

const EMBEDDED = 'pglite:';

/**
 * Takes a folder of embedded databases for this process alone. They do not look after that themselves,
 * and two processes that have one open destroy it.
 * @returns lets it go
 * @throws Error where another process that still runs holds the folder
 */
export async function lockDataFolder(path: string): Promise<() => Promise<void>> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lock = join(path, 'lock');
  const holder = Number(await readIfPresent(lock));
  if (holder && isRunning(holder)) {
    throw new Error(
      `${path} is in use by process ${holder}. Stop that one, or set DATA_DIR to another folder.`,
    );
  }
  await writeFile(lock, String(process.pid), { mode: 0o600 });
  return () => rm(lock, { force: true });
}

/**
 * Does something with databases. Where one of them is in the data folder, nobody else opens it
 * meanwhile.
 * @throws Error where somebody has it open already, such as `npm start`
 */
export async function holdingDataFolder<T>(
  path: string,
  databaseUrls: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  if (!databaseUrls.some((url) => isKeptIn(path, url))) return work();
  const release = await lockDataFolder(path);
  try {
    return await work();
  } finally {
    await release();
  }
}

function isKeptIn(path: string, databaseUrl: string): boolean {
  if (!databaseUrl.startsWith(EMBEDDED)) return false;
  const folder = databaseUrl.slice(EMBEDDED.length);
  return folder !== '' && dirname(resolve(folder)) === resolve(path);
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return processId !== process.pid;
  } catch (error) {
    // Not permitted to signal it means that it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
