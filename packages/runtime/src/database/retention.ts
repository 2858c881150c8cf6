import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../logging/logger.ts';
import { connectDatabase } from './connect.ts';
import type { DatabaseConnection } from './database-connection.ts';
import { type DropLimits, dropAuditPartition, usualDropLimits } from './drop-partition.ts';
import { defineStatement } from './statement.ts';

const DAY_MILLISECONDS = 86_400_000;
/** Few enough that no statement holds its locks for long. */
const BATCH_ROWS = 1_000;
/** Bounds the memory: the ids of a file are kept until its rows are deleted. */
const MOST_ROWS_OF_A_FILE = 100_000;

export type RetentionOptions = {
  /** Begins the names of the files. */
  service: string;
  days: number;
  /** Without it the rows are deleted without a copy. */
  exportFolder: string | undefined;
  logger: Logger;
  /** How many rows a file holds at most. */
  mostRowsOfAFile?: number;
  dropLimits?: DropLimits;
  now?: Date;
};

/** In the order of the ids, which is that of the times to within a transaction. */
const READ_AUDIT_ROWS = defineStatement({
  name: 'read-audit-rows',
  text: `
    SELECT id::text AS id, at, row_to_json(audit_event)::text AS line
    FROM audit_event WHERE audit_event.id > $1::int8 AND at >= $3 AND at < $4
    ORDER BY audit_event.id LIMIT $2::int4`,
  parameters: { after: 'int8', most: 'int4', from: 'timestamptz', until: 'timestamptz' },
  row: { id: 'text', at: 'timestamptz', line: 'text' },
});

/** Tells the trigger `audit_event_is_append_only`, until the end of the transaction. */
const ALLOW_RETENTION = defineStatement({
  name: 'allow-retention',
  text: `SELECT set_config('app_platform.retention', 'on', true) AS allowed`,
  parameters: {},
  row: { allowed: 'text' },
});

const DELETE_AUDIT_ROWS = defineStatement({
  name: 'delete-audit-rows',
  text: `
    DELETE FROM audit_event WHERE id = ANY($1::text[]::int8[]) AND at < $2 RETURNING id::text AS id`,
  parameters: { ids: 'text[]', until: 'timestamptz' },
  row: { id: 'text' },
});

/** The oldest first; each begins where the one before ends. */
const LIST_PARTITIONS = defineStatement({
  name: 'list-audit-partitions',
  text: `
    SELECT c.relname::text AS name,
      substring(pg_get_expr(c.relpartbound, c.oid) FROM $re$TO \\('([^']+)'\\)$re$)::timestamptz AS until
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'audit_event'::regclass ORDER BY 2`,
  parameters: {},
  row: { name: 'text', until: 'timestamptz' },
});

/** The partition with all months from before there were partitions. */
const FIRST_PARTITION = 'audit_event_before';

type Partition = { name: string; from: Date; until: Date };

/**
 * Removes the audit rows that are older than some days, from the oldest on, after it has written them to
 * files: a partition whose month has passed is dropped as a whole, and rows of the first partition, which has
 * many months, are deleted. A file is complete and on the disk before its rows are removed. A run that ends
 * early loses nothing: the next one begins with the oldest row that is left, and may write rows again.
 */
export async function removeOldAuditRows(url: string, options: RetentionOptions): Promise<void> {
  const { days, logger, now = new Date() } = options;
  const before = new Date(now.getTime() - days * DAY_MILLISECONDS);
  // A month may take longer to read than a statement of a service may run.
  const limits = { maxConnections: 1, statementTimeoutMilliseconds: 0 };
  const connection = await connectDatabase(url, limits);
  const removal = { connection, before, options, files: [] as string[] };
  const dropped: string[] = [];
  let deleted = 0;
  try {
    for (const partition of await listPartitions(connection)) {
      if (partition.until <= before) {
        deleted += await dropPartition(removal, partition);
        dropped.push(partition.name);
      } else if (partition.name === FIRST_PARTITION) {
        deleted += await deleteOldRows(removal, partition);
      }
    }
  } finally {
    const { files } = removal;
    const report = { deleted, dropped, files, before: before.toISOString() };
    logger.info(report, 'old audit rows deleted');
    await connection.close();
  }
}

async function listPartitions({ statements }: DatabaseConnection): Promise<Partition[]> {
  const rows = await statements.rows(LIST_PARTITIONS, {});
  return rows.map((row, index) => ({ ...row, from: rows[index - 1]?.until ?? new Date(0) }));
}

type Removal = {
  connection: DatabaseConnection;
  before: Date;
  options: RetentionOptions;
  files: string[];
};

/** @returns how many rows were deleted */
async function deleteOldRows(removal: Removal, partition: Partition): Promise<number> {
  const { connection } = removal;
  for (let deleted = 0; ; ) {
    const ids = await exportRows(removal, partition, 0n);
    if (ids.length === 0) return deleted;
    for (let from = 0; from < ids.length; from += BATCH_ROWS) {
      deleted += await deleteRows(connection, ids.slice(from, from + BATCH_ROWS), partition.until);
    }
  }
}

async function deleteRows(
  connection: DatabaseConnection,
  ids: string[],
  until: Date,
): Promise<number> {
  return connection.transaction(async (statements) => {
    await statements.rows(ALLOW_RETENTION, {});
    return (await statements.rows(DELETE_AUDIT_ROWS, { ids, until })).length;
  });
}

/** Drops a partition when all of its rows are in files. @returns how many it had */
async function dropPartition(removal: Removal, partition: Partition): Promise<number> {
  const { connection, options } = removal;
  const { exportFolder, logger, dropLimits = usualDropLimits } = options;
  const { name } = partition;
  const exported = exportFolder === undefined ? undefined : await exportAll(removal, partition);
  // Not under the lock of the drop: nothing is added to a month that ended long ago.
  const rows = await countRows(connection, name);
  if (exported !== undefined && rows !== exported) {
    throw new Error(`${name} has ${rows} rows, of which ${exported} are in files`);
  }
  await dropAuditPartition(connection, name, dropLimits, (tries) =>
    logger.warn({ partition: name, tries }, 'audit events are in use; trying again'),
  );
  return rows;
}

async function countRows({ statements }: DatabaseConnection, partition: string): Promise<number> {
  const statement = {
    name: `count ${partition}`,
    text: `SELECT count(*) AS rows FROM "${partition}"`,
    parameters: {},
    row: { rows: 'int8' },
  } as const;
  return Number((await statements.rows(statement, {}))[0]?.rows);
}

/** @returns how many rows were written */
async function exportAll(removal: Removal, partition: Partition): Promise<number> {
  let exported = 0;
  let after = 0n;
  for (;;) {
    const ids = await exportRows(removal, partition, after);
    if (ids.length === 0) return exported;
    exported += ids.length;
    after = BigInt(ids.at(-1) ?? 0);
  }
}

/** Writes the oldest rows of a partition to a file. @returns their ids */
async function exportRows(
  { connection, before, options, files }: Removal,
  { from, until }: Partition,
  start: bigint,
): Promise<string[]> {
  const { service, exportFolder, mostRowsOfAFile = MOST_ROWS_OF_A_FILE } = options;
  const ids: string[] = [];
  const writing = exportFolder === undefined ? undefined : newFile(exportFolder, service);
  let file: FileHandle | undefined;
  try {
    while (ids.length < mostRowsOfAFile) {
      const most = Math.min(BATCH_ROWS, mostRowsOfAFile - ids.length);
      const after = BigInt(ids.at(-1) ?? start);
      const values = { after, most, from, until };
      const rows = await connection.statements.rows(READ_AUDIT_ROWS, values);
      const young = rows.findIndex(({ at }) => at >= before);
      const old = young === -1 ? rows : rows.slice(0, young);
      if (writing && old.length > 0) {
        file ??= await open(writing.partial, 'wx', 0o600);
        await file.appendFile(old.map(({ line }) => `${line}\n`).join(''));
      }
      ids.push(...old.map(({ id }) => id));
      if (old.length < most) break;
    }
    await file?.sync();
  } finally {
    await file?.close();
  }
  if (file && writing && exportFolder !== undefined) {
    await rename(writing.partial, writing.complete);
    await syncFolder(exportFolder);
    files.push(writing.complete);
  }
  return ids;
}

function newFile(folder: string, service: string): { partial: string; complete: string } {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const complete = join(folder, `${service}-audit-${time}-${randomUUID().slice(0, 8)}.jsonl`);
  return { partial: `${complete}.partial`, complete };
}

/** Keeps the new name of the file. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
