import { rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MovedDatabase } from './moved-database.ts';
import {
  FILE_HEADER,
  inBoth,
  type MoveReport,
  migrationsOf,
  type PlatformConnections,
  type ServiceName,
  serviceNames,
} from './platform-databases.ts';

/**
 * Writes everything that both databases hold to a file that only its user can read. Each database is
 * seen as it is at one instant.
 * @param tell how far it is, for people
 * @throws Error where the file is there already, or its folder is not; what fails later leaves no file,
 *   and an exit in the middle neither
 */
export async function exportPlatform(
  connections: PlatformConnections,
  file: string,
  tell: (text: string) => void,
): Promise<MoveReport> {
  const report: MoveReport = { rows: 0, databases: { registry: {}, oauth: {} } };
  await inBoth(connections, 'READ ONLY', async (databases) => {
    const output = (await openNew(file)).createWriteStream({ flush: true });
    const removeHalf = () => rmSync(file, { force: true });
    process.once('exit', removeHalf);
    try {
      await pipeline(Readable.from(linesOf(databases, report, tell)), output);
    } catch (error) {
      removeHalf();
      throw error;
    } finally {
      process.off('exit', removeHalf);
    }
  });
  return report;
}

async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      throw new Error(`${file} is there already. Name a new file.`, { cause });
    }
    if (code === 'ENOENT') {
      const folder = dirname(resolve(file));
      throw new Error(`There is no folder ${folder}. Create it, or name a file elsewhere.`, {
        cause,
      });
    }
    throw cause;
  }
}

/** Rows are objects of JSON; what is said about them are arrays. One on each line. */
async function* linesOf(
  databases: Record<ServiceName, MovedDatabase>,
  report: MoveReport,
  tell: (text: string) => void,
): AsyncGenerator<string> {
  yield line(...FILE_HEADER, new Date());
  for (const name of serviceNames) {
    const database = databases[name];
    yield line('database', name, await migrationsOf(name, database));
    for (const table of await database.tables()) {
      yield line('table', name, table);
      for await (const rows of database.read(table)) yield `${rows.join('\n')}\n`;
      const { rows, checksum } = await database.contents(table);
      yield line('end', rows, checksum);
      report.databases[name][table] = rows;
      report.rows += rows;
      tell(`${name}.${table}: ${rows} rows`);
    }
  }
  yield line('done');
}

function line(...values: unknown[]): string {
  return `${JSON.stringify(values)}\n`;
}
