import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { until } from '@app-platform/testing/until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { serverUrl } from '../config.ts';
import { ScratchDatabases } from '../scratch-databases.ts';

const PATIENCE_MILLISECONDS = 60_000;
const OLD_ROWS = 2_500;
const YOUNG_ROWS = 3;
const variables = { registry: 'REGISTRY_DATABASE_URL', oauth: 'OAUTH_DATABASE_URL' };
const services = ['registry', 'oauth'] as const;

const databases = new ScratchDatabases(serverUrl);
let folder: string;
afterAll(async () => {
  RunningProcess.endAll();
  await databases.dropAll();
});

describe.each(services)('retention of the %s', (service) => {
  let url: string;
  beforeAll(async () => {
    url = await databases.create(service);
    await insert(OLD_ROWS, "now() - interval '31 days'");
    await insert(YOUNG_ROWS, "now() - interval '29 days'");
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'app-platform-retention-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const insert = (count: number, at: string) =>
    databases.query(
      url,
      `INSERT INTO audit_event (at, actor_type, actor_id, action, subject, request_id, address)
       SELECT ${at}, 'operator', 'operator', 'tested', n::text, 'r', '127.0.0.1'
       FROM generate_series(1, ${count}) n`,
    );

  const start = (environment: Record<string, string>) =>
    new RunningProcess([`services/${service}/src/retention.ts`], {
      [variables[service]]: url,
      ...environment,
    });

  const run = (environment: Record<string, string>) => start(environment).finished();

  const rowsLeft = async () =>
    Number((await databases.query(url, 'SELECT count(*) FROM audit_event'))[0]?.count);

  /** The subjects in the files that are complete. */
  async function exported(): Promise<string[]> {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    const lines = texts.join('').trim().split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line).subject);
  }

  it.each([{}, { AUDIT_RETENTION_DAYS: '29' }])('deletes nothing with %j', async (environment) => {
    const { code, stdout } = await run(environment);
    expect(code).toBe(1);
    expect(stdout).toContain('AUDIT_RETENTION_DAYS');
    expect(await rowsLeft()).toBe(OLD_ROWS + YOUNG_ROWS);
  });

  it('deletes nothing where the folder cannot be written to', async () => {
    const gone = join(folder, 'gone');
    const { code } = await run({ AUDIT_RETENTION_DAYS: '30', AUDIT_EXPORT_FOLDER: gone });
    expect(code).toBe(1);
    expect(await rowsLeft()).toBe(OLD_ROWS + YOUNG_ROWS);
  });

  it('has a complete file before it deletes, loses nothing when it dies then, and goes on', async () => {
    const environment = { AUDIT_RETENTION_DAYS: '30', AUDIT_EXPORT_FOLDER: folder };
    const lock = new pg.Client({ connectionString: url });
    await lock.connect();
    await lock.query('BEGIN; SELECT FROM audit_event FOR UPDATE');
    const dying = start(environment);
    try {
      await until('the file is complete', PATIENCE_MILLISECONDS, async () => {
        return (await exported()).length === OLD_ROWS;
      });
    } finally {
      await dying.stop('SIGKILL');
      await lock.end();
    }
    expect(await rowsLeft()).toBe(OLD_ROWS + YOUNG_ROWS);

    const { code, stdout, stderr } = await run(environment);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ deleted: OLD_ROWS, msg: 'old audit rows deleted' });
    expect(await rowsLeft()).toBe(YOUNG_ROWS);
    expect(new Set(await exported()).size).toBe(OLD_ROWS);
  });

  it('deletes nothing more, and writes no empty file', async () => {
    const environment = { AUDIT_RETENTION_DAYS: '30', AUDIT_EXPORT_FOLDER: folder };
    const { code, stdout } = await run(environment);
    expect([code, JSON.parse(stdout).deleted]).toEqual([0, 0]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is the only way: other deletions and changes of the owner are refused', async () => {
    for (const statement of [
      'DELETE FROM audit_event',
      "SET app_platform.retention = 'on'; UPDATE audit_event SET actor_id = 'x'",
      "SET app_platform.retention = 'on'; TRUNCATE audit_event",
    ]) {
      await expect(databases.query(url, statement)).rejects.toThrow('append-only');
    }
  });
});
