import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../logging/logger.ts';
import { connectDatabase } from './connect.ts';
import type { DatabaseConnection } from './database-connection.ts';
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
};

/** In the order of the ids, which is that of the times to within a transaction. */
const READ_AUDIT_ROWS = defineStatement({
  name: 'read-audit-rows',
  text: `
    SELECT id::text AS id, at, row_to_json(audit_event)::text AS line
    FROM audit_event WHERE audit_event.id > $1::int8 ORDER BY audit_event.id LIMIT $2::int4`,
  parameters: { after: 'int8', most: 'int4' },
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
  text: 'DELETE FROM audit_event WHERE id = ANY($1::text[]::int8[]) RETURNING id::text AS id',
  parameters: { ids: 'text[]' },
  row: { id: 'text' },
});

/**
 * Deletes the audit rows that are older than some days, from the oldest on, after it has written them
 * to files. A file is complete and on the disk before its rows are deleted. A run that ends early
 * loses nothing: the next one begins with the oldest row that is left, and may write rows again.
 */
export async function removeOldAuditRows(url: string, options: RetentionOptions): Promise<void> {
  const { days, logger } = options;
  const before = new Date(Date.now() - days * DAY_MILLISECONDS);
  const connection = await connectDatabase(url, { maxConnections: 1 });
  const files: string[] = [];
  let deleted = 0;
  try {
    for (;;) {
      const { ids, file } = await exportRows(connection, before, options);
      if (file) files.push(file);
      for (let from = 0; from < ids.length; from += BATCH_ROWS) {
        deleted += await deleteRows(connection, ids.slice(from, from + BATCH_ROWS));
      }
      if (ids.length === 0) break;
    }
  } finally {
    logger.info({ deleted, files, before: before.toISOString() }, 'old audit rows deleted');
    await connection.close();
  }
}

async function deleteRows(connection: DatabaseConnection, ids: string[]): Promise<number> {
  return connection.transaction(async (statements) => {
    await statements.rows(ALLOW_RETENTION, {});
    return (await statements.rows(DELETE_AUDIT_ROWS, { ids })).length;
  });
}

type Exported = { ids: string[]; file?: string };

/** @returns the ids of the oldest rows, and the file that has them */
async function exportRows(
  connection: DatabaseConnection,
  before: Date,
  { service, exportFolder, mostRowsOfAFile = MOST_ROWS_OF_A_FILE }: RetentionOptions,
): Promise<Exported> {
  const ids: string[] = [];
  const writing = exportFolder === undefined ? undefined : newFile(exportFolder, service);
  let file: FileHandle | undefined;
  try {
    while (ids.length < mostRowsOfAFile) {
      const most = Math.min(BATCH_ROWS, mostRowsOfAFile - ids.length);
      const after = BigInt(ids.at(-1) ?? 0);
      const rows = await connection.statements.rows(READ_AUDIT_ROWS, { after, most });
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
  if (!file || !writing || exportFolder === undefined) return { ids };
  await rename(writing.partial, writing.complete);
  await syncFolder(exportFolder);
  return { ids, file: writing.complete };
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
