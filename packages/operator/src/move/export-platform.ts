import { writeNewFile } from '../new-file.ts';
import {
  FILE_HEADER,
  inBoth,
  type MovedDatabase,
  type MoveReport,
  migrationsOf,
  type PlatformConnections,
  type ServiceName,
  serviceNames,
} from './moved-database.ts';

/**
 * Writes the content of both databases to a file that only its user can read. Each database is read
 * in one snapshot.
 * @param reportProgress prints a line for people
 * @throws Error if the file exists or its folder does not. A later failure or exit removes the file.
 */
export async function exportPlatform(
  connections: PlatformConnections,
  file: string,
  reportProgress: (text: string) => void,
): Promise<MoveReport> {
  const report: MoveReport = { rows: 0, databases: { registry: {}, oauth: {} } };
  await inBoth(connections, 'READ ONLY', async (databases) => {
    await writeNewFile(file, linesOf(databases, report, reportProgress));
  });
  return report;
}

/** One JSON value per line: an object for a row, an array for a marker. */
async function* linesOf(
  databases: Record<ServiceName, MovedDatabase>,
  report: MoveReport,
  reportProgress: (text: string) => void,
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
      reportProgress(`${name}.${table}: ${rows} rows`);
    }
  }
  yield line('done');
}

function line(...values: unknown[]): string {
  return `${JSON.stringify(values)}\n`;
}
