import { dirname, resolve } from 'node:path';
import { DataFolder } from './data-folder.ts';

const EMBEDDED = 'pglite:';

/**
 * Does something with databases. Where one of them is in the data folder, nobody else opens it
 * meanwhile: the embedded database does not look after that itself, and two processes destroy it.
 * @throws Error where somebody has it open already, such as `npm start`
 */
export async function holdingDataFolder<T>(
  path: string,
  databaseUrls: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  if (!databaseUrls.some((url) => isKeptIn(path, url))) return work();
  const folder = await DataFolder.open(path);
  try {
    return await work();
  } finally {
    await folder.release();
  }
}

function isKeptIn(path: string, databaseUrl: string): boolean {
  if (!databaseUrl.startsWith(EMBEDDED)) return false;
  const folder = databaseUrl.slice(EMBEDDED.length);
  return folder !== '' && dirname(resolve(folder)) === resolve(path);
}
