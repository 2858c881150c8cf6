import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readIfPresent } from '../files/read-if-present.ts';

const EMBEDDED = 'pglite:';
const SQLITE_BUSY = 5;
/**
 * The lock is taken in two steps, so processes that start at the same instant can each be in the other's
 * way. SQLite lets go and tries again within this time, and one of them gets it.
 */
const WAIT_MILLISECONDS = 200;

/** Keeps held locks from garbage collection, which would release them. */
const held = new Set<DatabaseSync>();

/**
 * Reserves a folder of embedded databases for this process. They have no lock of their own, and two
 * processes that open one destroy it. The lock is one of SQLite, so the system releases it when the
 * process ends; the file `lock` only names the process.
 * @returns a function that releases the lock
 * @throws Error where another process holds the folder
 */
export async function lockDataFolder(path: string): Promise<() => Promise<void>> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const holder = join(path, 'lock');
  const release = lockFile(join(path, 'lock.sqlite'));
  if (!release) {
    const processId = await readIfPresent(holder);
    throw new Error(
      `${path} is in use by ${processId ? `process ${processId}` : 'another process'}. Stop that one, or set DATA_DIR to another folder.`,
    );
  }
  await writeFile(holder, String(process.pid), { mode: 0o600 });
  return async () => {
    await rm(holder, { force: true });
    release();
  };
}

/** @returns a function that releases the lock; undefined where another process holds it */
function lockFile(path: string): (() => void) | undefined {
  const database = new DatabaseSync(path);
  try {
    // A journal in memory needs no file beside the database.
    database.exec(
      `PRAGMA busy_timeout = ${WAIT_MILLISECONDS}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`,
    );
    held.add(database);
    return () => {
      held.delete(database);
      database.close();
    };
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

/**
 * Runs `work` while holding the folder lock, if one of the databases is in the data folder.
 * @throws Error where another process holds the folder, such as `npm start`
 */
export async function withDataFolderLock<T>(
  path: string,
  databaseUrls: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  if (!databaseUrls.some((url) => isIn(path, url))) return work();
  const release = await lockDataFolder(path);
  try {
    return await work();
  } finally {
    await release();
  }
}

function isIn(path: string, databaseUrl: string): boolean {
  if (!databaseUrl.startsWith(EMBEDDED)) return false;
  const folder = databaseUrl.slice(EMBEDDED.length);
  return folder !== '' && dirname(resolve(folder)) === resolve(path);
}
