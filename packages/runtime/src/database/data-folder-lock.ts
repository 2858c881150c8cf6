import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readIfPresent } from '../read-if-present.ts';

const EMBEDDED = 'pglite:';
const PROCESS_ID = /^[1-9]\d{0,9}$/;

/**
 * Takes a folder of embedded databases for this process alone. They do not look after that themselves,
 * and two processes that have one open destroy it.
 * @returns lets it go
 * @throws Error where another process that still runs holds the folder
 */
export async function lockDataFolder(path: string): Promise<() => Promise<void>> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lock = join(path, 'lock');
  if (!(await create(lock))) await takeOver(path, lock);
  return () => rm(lock, { force: true });
}

/** @returns false where the file exists: of several processes one creates it */
async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Replaces the lock of a process that has ended. A second lock makes this the act of one process, so
 * that nobody removes a lock that another one has just created.
 */
async function takeOver(path: string, lock: string): Promise<void> {
  await refuseWhileHeld(path, lock);
  const takeover = `${lock}.takeover`;
  if (!(await create(takeover))) {
    throw new Error(
      `${path} is in use: another process is taking it over. Remove ${takeover} if none does.`,
    );
  }
  try {
    await refuseWhileHeld(path, lock);
    await rm(lock, { force: true });
    if (!(await create(lock))) throw inUse(path, 'another process');
  } finally {
    await rm(takeover, { force: true });
  }
}

/** @throws Error unless the lock is that of a process that has ended */
async function refuseWhileHeld(path: string, lock: string): Promise<void> {
  const content = await readIfPresent(lock);
  if (content === undefined) return;
  if (!PROCESS_ID.test(content)) {
    throw new Error(
      `${lock} does not say which process holds ${path}. Remove it if no process uses that folder.`,
    );
  }
  if (isRunning(Number(content))) throw inUse(path, `process ${content}`);
}

function inUse(path: string, holder: string): Error {
  return new Error(
    `${path} is in use by ${holder}. Stop that one, or set DATA_DIR to another folder.`,
  );
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
