import { createReadStream } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
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

const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 1_048_576;

/**
 * Imports a file of {@link exportPlatform} into both databases, in one transaction each.
 * @throws Error if a database is not empty or has other migrations, or if the file is incomplete
 */
export async function importPlatform(
  connections: PlatformConnections,
  file: string,
  reportProgress: (text: string) => void,
): Promise<MoveReport> {
  return inBoth(connections, 'READ WRITE', async (databases) => {
    for (const name of serviceNames) {
      await requireEmpty(name, databases[name]);
      await databases[name].deferReferences();
    }
    const reader = new FileReader(databases, reportProgress);
    for await (const line of readLines(file)) await reader.take(line);
    const report = reader.finish();
    for (const name of serviceNames) {
      await databases[name].restoreReferences();
      await databases[name].advanceSequences();
      await databases[name].forgetChanges();
    }
    return report;
  });
}

async function requireEmpty(name: string, database: MovedDatabase): Promise<void> {
  await migrationsOf(name, database);
  const used: string[] = [];
  for (const table of await database.tables()) {
    if (!(await database.isEmpty(table))) used.push(table);
  }
  if (used.length === 0) return;
  throw new Error(
    `The ${name} database is not empty: it has rows in ${used.join(', ')}. Import into new databases, before a service starts on them.`,
  );
}

const INCOMPLETE = 'The file is incomplete: its end is missing.';

function markOf(line: string): [string, ...unknown[]] {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(INCOMPLETE, { cause });
  }
}

/** Reads a file line by line, and keeps at most one batch in memory. */
class FileReader {
  readonly #databases: Record<ServiceName, MovedDatabase>;
  readonly #reportProgress: (text: string) => void;
  readonly #report: MoveReport = { rows: 0, databases: { registry: {}, oauth: {} } };
  #isBegun = false;
  #isDone = false;
  #place: { name: ServiceName; table: string } | undefined;
  #batch: string[] = [];
  #batchCharacters = 0;

  constructor(
    databases: Record<ServiceName, MovedDatabase>,
    reportProgress: (text: string) => void,
  ) {
    this.#databases = databases;
    this.#reportProgress = reportProgress;
  }

  async take(line: string): Promise<void> {
    if (line.startsWith('{')) return this.#takeRow(line);
    const [kind, ...values] = markOf(line);
    if (!this.#isBegun) {
      this.#isBegun = isDeepStrictEqual([kind, values[0]], FILE_HEADER);
      if (!this.#isBegun)
        throw new Error('This is not a file of `operator export` of this version.');
    } else if (kind === 'database') {
      await this.#compareMigrations(values[0] as ServiceName, values[1]);
    } else if (kind === 'table') {
      this.#place = { name: values[0] as ServiceName, table: String(values[1]) };
    } else if (kind === 'end') {
      await this.#endTable(Number(values[0]), String(values[1]));
    } else if (kind === 'done') {
      this.#isDone = true;
    }
  }

  /** @throws Error if the file ended too early */
  finish(): MoveReport {
    if (!this.#isDone) throw new Error(INCOMPLETE);
    return this.#report;
  }

  async #takeRow(line: string): Promise<void> {
    this.#batch.push(line);
    this.#batchCharacters += line.length;
    const isFull = this.#batch.length >= BATCH_ROWS || this.#batchCharacters >= BATCH_CHARACTERS;
    if (isFull) await this.#flush();
  }

  async #flush(): Promise<void> {
    if (!this.#place || this.#batch.length === 0) return;
    await this.#databases[this.#place.name].write(this.#place.table, this.#batch);
    this.#batch = [];
    this.#batchCharacters = 0;
  }

  async #endTable(rows: number, checksum: string): Promise<void> {
    if (!this.#place) return;
    await this.#flush();
    const { name, table } = this.#place;
    const found = await this.#databases[name].contents(table);
    if (!isDeepStrictEqual(found, { rows, checksum })) {
      throw new Error(
        `${name}.${table} holds ${found.rows} rows after the import, which differ from the ${rows} exported ones.`,
      );
    }
    this.#report.databases[name][table] = rows;
    this.#report.rows += rows;
    this.#reportProgress(`${name}.${table}: ${rows} rows`);
  }

  async #compareMigrations(name: ServiceName, exported: unknown): Promise<void> {
    if (isDeepStrictEqual(await this.#databases[name].migrations(), exported)) return;
    throw new Error(
      `The ${name} database has other migrations than the exported one. Migrate both with the same version.`,
    );
  }
}

/** The lines of a file. `readline` also ends a line at U+2028, which JSON allows in strings. */
async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}
