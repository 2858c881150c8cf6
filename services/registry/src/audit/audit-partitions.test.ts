import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger } from '@app-platform/runtime';
import {
  auditPartitions,
  connectDatabase,
  type DatabaseConnection,
  PartitionUpkeep,
  type RetentionOptions,
  removeOldAuditRows,
} from '@app-platform/runtime/database';
import {
  createTestDatabase,
  type TestDatabase,
  testDatabaseServer,
} from '@app-platform/testing/databases/test-database';
import { until } from '@app-platform/testing/until';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const MONTHS_AHEAD = 12;
const logger = createLogger('registry', 'silent');

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase('registry', 'owner');
  folder = await mkdtemp(join(tmpdir(), 'app-platform-partitions-'));
});
afterEach(async () => {
  await database.remove();
  await rm(folder, { recursive: true });
});

async function withDatabase<T>(work: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
  const connection = await connectDatabase(database.url);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

function query(connection: DatabaseConnection, text: string): Promise<string[]> {
  const statement = {
    name: text.slice(0, 60),
    text,
    parameters: {},
    row: { value: 'text' },
  } as const;
  return connection.statements.rows(statement, {}).then((rows) => rows.map(({ value }) => value));
}

const PARTITIONS = `
  SELECT inhrelid::regclass::text AS value FROM pg_inherits
  WHERE inhparent = 'audit_event'::regclass ORDER BY 1`;

async function execute(connection: DatabaseConnection, sql: string): Promise<void> {
  const session = await connection.adapter.connect();
  await session.executeScript(sql);
  await session.dispose();
}

/** The first day of a month, so many months from this one. */
function monthFromNow(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
}

const insert = (subject: string, at: Date) => `
  INSERT INTO audit_event (at, actor_type, actor_id, action, subject, request_id, address)
  VALUES ('${at.toISOString()}', 'service', 'test', 'name.reserved', '${subject}', 'r', '')`;

const nameOf = (month: Date) => `audit_event_${month.toISOString().slice(0, 7).replace('-', '_')}`;

describe('partitions of audit events', () => {
  it('are made for the months until a year from now, by the upkeep of the service', async () => {
    const all = [
      'audit_event_before',
      ...Array.from({ length: MONTHS_AHEAD - 1 }, (_, index) => nameOf(monthFromNow(index + 2))),
    ].sort();
    await withDatabase(async (connection) => {
      expect(await query(connection, PARTITIONS)).toEqual(all);
      for (const name of all.slice(0, 3)) await execute(connection, `DROP TABLE ${name}`);
      // The upper bounds decide: what is older than the last partition is not made again.
      await execute(
        connection,
        `DROP TABLE ${all.find((name) => name === nameOf(monthFromNow(12)))}`,
      );
      const { statements } = connection;
      await new PartitionUpkeep({ statements, logger, tables: [auditPartitions] }).run();
      expect(await query(connection, PARTITIONS)).toEqual(all.slice(3));
    });
  });

  it('take rows of every month until a year from now, and of every earlier one', async () => {
    await withDatabase(async (connection) => {
      for (const months of [-600, -1, 0, 1, 2, MONTHS_AHEAD]) {
        await execute(connection, insert(`month ${months}`, monthFromNow(months)));
      }
      const counted = 'SELECT count(*)::text AS value FROM audit_event';
      expect(await query(connection, counted)).toEqual(['6']);
    });
  });

  it('are as append-only as the table', async () => {
    await withDatabase(async (connection) => {
      await execute(connection, insert('kept', monthFromNow(3)));
      const partitions = [nameOf(monthFromNow(3)), 'audit_event_before', 'audit_event'];
      for (const table of partitions) {
        for (const sql of [
          `DELETE FROM ${table}`,
          `UPDATE ${table} SET subject = ''`,
          `TRUNCATE ${table}`,
        ]) {
          await expect(execute(connection, sql)).rejects.toThrow('append-only');
        }
      }
    });
  });

  it('are read alone where the time of events is known', async () => {
    await withDatabase(async (connection) => {
      const from = monthFromNow(3).toISOString();
      const until = monthFromNow(4).toISOString();
      const session = await connection.adapter.connect();
      const { rows } = await session.queryRaw({
        sql: `EXPLAIN SELECT id FROM audit_event WHERE organization_id = 'a' AND at >= '${from}'
              AND at < '${until}' ORDER BY id DESC LIMIT 20`,
        args: [],
        argTypes: [],
      });
      await session.dispose();
      const text = rows.map(([line]) => String(line)).join('\n');
      expect(text).toContain(nameOf(monthFromNow(3)));
      expect(text).not.toContain(nameOf(monthFromNow(4)));
      expect(text).not.toContain('audit_event_before');
    });
  });
});

if (testDatabaseServer()) {
  it('partitions are made by one replica, while another one looks for them', async () => {
    const last = nameOf(monthFromNow(12));
    await withDatabase(async (connection) => {
      await execute(connection, `DROP TABLE ${last}`);
      const before = nameOf(monthFromNow(11));
      let others: Promise<string[]> | undefined;
      await connection.transaction(async (statements) => {
        const run = (text: string) =>
          statements.rows({ name: text, text, parameters: {}, row: {} }, {});
        // Whoever reads its bound waits.
        await run(`LOCK TABLE ${before} IN ACCESS EXCLUSIVE MODE`);
        await run('SELECT make_audit_partitions()');
        others = query(connection, 'SELECT make_audit_partitions()::text AS value');
        await Promise.race([others, wait(500)]);
      });
      expect(await others).toEqual(['0']);
    });
  });
}

describe('retention', () => {
  const DAYS = 400;
  const remove = (now: Date, options: Partial<RetentionOptions> = {}) =>
    removeOldAuditRows(database.url, {
      service: 'registry',
      days: DAYS,
      exportFolder: folder,
      logger,
      now,
      ...options,
    });
  const later = (month: Date, days: number) => new Date(month.getTime() + days * 86_400_000);

  function recordingLogger() {
    const written: string[] = [];
    const destination = { write: (line: string) => void written.push(line) };
    const lines = () => written.map((line) => JSON.parse(line));
    return { lines, logger: createLogger('registry', 'info', destination) };
  }

  async function exportedSubjects(): Promise<string[]> {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    const lines = texts.flatMap((text) => text.trim().split('\n')).filter(Boolean);
    return lines.map((line) => JSON.parse(line).subject).sort();
  }

  const subjects = () =>
    withDatabase((connection) =>
      query(connection, 'SELECT subject AS value FROM audit_event ORDER BY id'),
    );

  it('drops a month when all of it is old and its rows are in a file, and deletes rows of before', async () => {
    const [second, third] = [monthFromNow(3), monthFromNow(4)];
    await withDatabase(async (connection) => {
      await execute(connection, insert('before', monthFromNow(0)));
      await execute(connection, insert('young in before', monthFromNow(1)));
      await execute(connection, insert('second', second));
      await execute(connection, insert('third', third));
    });
    await remove(later(monthFromNow(0), DAYS + 1));
    expect([await exportedSubjects(), await subjects()]).toEqual([
      ['before'],
      ['young in before', 'second', 'third'],
    ]);
    // A day before the end of the second month its partition stays.
    await remove(later(third, DAYS - 1));
    expect(await subjects()).toEqual(['second', 'third']);
    await remove(later(third, DAYS));
    expect(await subjects()).toEqual(['third']);
    expect(await exportedSubjects()).toEqual(['before', 'second', 'young in before']);
    await withDatabase(async (connection) => {
      const left = await query(connection, PARTITIONS);
      expect(left).not.toContain('audit_event_before');
      expect(left).not.toContain(nameOf(second));
      expect(left).toContain(nameOf(third));
      // The numbers go on.
      await execute(connection, insert('next', third));
    });
  });

  it('drops nothing where a file cannot be written', async () => {
    const month = monthFromNow(3);
    await withDatabase((connection) => execute(connection, insert('kept', month)));
    const missing = join(folder, 'missing');
    await expect(remove(later(monthFromNow(5), DAYS), { exportFolder: missing })).rejects.toThrow(
      'ENOENT',
    );
    expect(await subjects()).toEqual(['kept']);
  });

  it('counts the rows that it drops without a copy', async () => {
    const month = monthFromNow(3);
    await withDatabase((connection) => execute(connection, insert('dropped', month)));
    const { lines, logger: reporting } = recordingLogger();
    await remove(later(monthFromNow(4), DAYS), { exportFolder: undefined, logger: reporting });
    expect(lines()).toMatchObject([
      {
        deleted: 1,
        dropped: ['audit_event_before', nameOf(monthFromNow(2)), nameOf(month)],
        files: [],
      },
    ]);
    expect([await subjects(), await exportedSubjects()]).toEqual([[], []]);
  });

  if (testDatabaseServer()) {
    it('waits for a reader of the table, writes a month once, and lets others write in between', async () => {
      const month = monthFromNow(3);
      const { lines, logger: reporting } = recordingLogger();
      const dropLimits = {
        lockTimeoutMilliseconds: 100,
        pauseMilliseconds: 50,
        giveUpAfterMilliseconds: 60_000,
      };
      await withDatabase(async (connection) => {
        await execute(connection, insert('old', month));
        let removal: Promise<void> | undefined;
        await connection.transaction(async (statements) => {
          await statements.rows(
            { name: 'read', text: 'SELECT FROM audit_event LIMIT 1', parameters: {}, row: {} },
            {},
          );
          removal = remove(later(monthFromNow(4), DAYS), { dropLimits, logger: reporting });
          await until('the drop has given way twice', 20_000, async () => lines().length >= 2);
          await execute(connection, insert('written meanwhile', monthFromNow(4)));
        });
        await removal;
      });
      expect(await subjects()).toEqual(['written meanwhile']);
      expect(await exportedSubjects()).toEqual(['old']);
    });
  }
});
