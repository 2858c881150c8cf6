import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { messageOf, READY, startPostgresql } from '../../testing/minimal-postgresql.ts';
import { BoundedPool } from './bounded-pool.ts';
import { connectDatabase } from './connect.ts';
import { isDatabaseOutage } from './database-errors.ts';

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A server that accepts connections and then stops responding, and a pool of connections to it. */
async function vanishing(maxConnections: number) {
  const { url, sockets, close } = await startPostgresql();
  endings.push(close);
  const pool = new BoundedPool({
    url,
    maxConnections,
    statementTimeoutMilliseconds: 100,
    lockTimeoutMilliseconds: 0,
    connectTimeoutMilliseconds: 20_000,
  });
  endings.push(() => pool.end());
  return { pool, sockets };
}

const BEGUN = Buffer.concat([messageOf('C', Buffer.from('BEGIN\0')), READY]);
/** PostgreSQL's message to a connection that pg_terminate_backend() ends. */
const CUT = messageOf('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));
const NOTHING = { name: 'nothing', text: 'SELECT', parameters: {}, row: {} } as const;

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const statusOf = (error: unknown) => (isDatabaseOutage(error) ? 503 : undefined);

describe('a pool of connections', () => {
  it('fails with an outage where the server vanished, and destroys the connection', async () => {
    const { pool, sockets } = await vanishing(2);
    const error = await failure(pool.query('SELECT 1'));
    expect(statusOf(error)).toBe(503);

    const client = (await pool.connect()).on('error', () => undefined);
    expect(statusOf(await failure(client.query('BEGIN')))).toBe(503);
    expect(statusOf(await failure(client.query('ROLLBACK')))).toBe(503);
    client.release();
    const answers: unknown[] = [];
    const second = await pool.connect();
    second.on('error', () => undefined).query('SELECT 1', (error) => answers.push(error));
    await new Promise<void>((ended) => void second.once('end', ended));
    second.release();
    expect(answers.map(statusOf)).toEqual([503]);
    while (sockets.some(({ destroyed }) => !destroyed)) await wait(10);
    expect([pool.totalCount, pool.waitingCount]).toEqual([0, 0]);
  });

  it('refuses at once a request that would wait behind ten others for each connection', async () => {
    const { pool } = await vanishing(1);
    const taken = await pool.connect();
    const waiting = Array.from({ length: 10 }, () => pool.connect());
    await wait(0);
    expect(statusOf(await failure(pool.connect()))).toBe(503);
    expect(statusOf(await failure(pool.query('SELECT 1')))).toBe(503);
    taken.release();
    for (const connection of waiting) (await connection).release();
    expect(pool.waitingCount).toBe(0);
  });
});

describe('a transaction', () => {
  it('whose connection is cut between two statements fails, and the process goes on', async () => {
    const { url, sockets, close } = await startPostgresql(BEGUN);
    endings.push(close);
    const connection = await connectDatabase(url);
    endings.push(() => connection.close());
    const error = await failure(
      connection.transaction(async (statements) => {
        await wait(50);
        for (const socket of sockets) socket.end(CUT);
        await wait(50);
        await statements.rows(NOTHING, {});
      }),
    );
    expect(statusOf(error)).toBe(503);
    expect(connection.pool?.()).toMatchObject({ total: 0 });
  });
});

/** The driver's own promises leave 16 times as much, and so does its `query_timeout`. */
const ALLOWED_BYTES = 1_048_576;
const program = join(import.meta.dirname, '../../testing/bytes-left-by-answers.ts');

describe('the memory of an answer is released when the young generation is collected', () => {
  it.each(['pool', 'client'])('of a %s', async (source) => {
    const { stdout } = await promisify(execFile)(process.execPath, [program, source]);
    const bytes = Number(stdout);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(ALLOWED_BYTES);
  });
});
