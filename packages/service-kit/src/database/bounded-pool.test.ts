import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { afterEach, describe, expect, it } from '@jest/globals';
import { BoundedPool, type PoolBounds } from './bounded-pool.ts';
import { translateDatabaseError } from './database-errors.ts';

/** The messages of https://www.postgresql.org/docs/current/protocol-message-formats.html */
const message = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(4 + body.length), body]);
};
const int16 = (value: number) => Buffer.from([(value >> 8) & 0xff, value & 0xff]);
const int32 = (value: number) => Buffer.concat([int16(value >> 16), int16(value)]);

const READY = message('Z', Buffer.from('I'));
const LET_IN = Buffer.concat([message('R', int32(0)), READY]);

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/**
 * A PostgreSQL that lets everybody in, and answers every statement alike; without an answer it has
 * vanished, and not even a closed connection is told. It is here so that the driver can be looked at
 * where there is no server too.
 */
async function startServer(answer?: Buffer) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.once('data', () => {
      socket.write(LET_IN);
      if (answer) socket.on('data', () => socket.write(answer));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  return { url: `postgresql://127.0.0.1:${(server.address() as AddressInfo).port}/none`, sockets };
}

async function poolOn(url: string, bounds: Partial<PoolBounds>) {
  const pool = new BoundedPool({
    url,
    maxConnections: 1,
    statementTimeoutMilliseconds: 100,
    connectTimeoutMilliseconds: 20_000,
    ...bounds,
  });
  endings.push(() => pool.end());
  return pool;
}

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const statusOf = (error: unknown) => translateDatabaseError(error)?.problems[0]?.status;

describe('a pool of connections', () => {
  it('gives up on a server that vanished, and the connection with it', async () => {
    const { url, sockets } = await startServer();
    const pool = await poolOn(url, { maxConnections: 2 });
    const error = await failure(pool.query('SELECT 1'));
    expect(statusOf(error)).toBe(503);

    const client = (await pool.connect()).on('error', () => undefined);
    expect(statusOf(await failure(client.query('BEGIN')))).toBe(503);
    expect(statusOf(await failure(client.query('ROLLBACK')))).toBe(503);
    client.release();
    const answers: unknown[] = [];
    const asked = await pool.connect();
    asked.on('error', () => undefined).query('SELECT 1', (error) => answers.push(error));
    await new Promise<void>((ended) => void asked.once('end', ended));
    asked.release();
    expect(answers.map(statusOf)).toEqual([503]);
    while (sockets.some(({ destroyed }) => !destroyed)) await wait(10);
    expect([pool.totalCount, pool.waitingCount]).toEqual([0, 0]);
  });

  it('turns away at once whoever would wait behind ten others for each connection', async () => {
    const { url } = await startServer();
    const pool = await poolOn(url, { maxConnections: 1 });
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

const ROWS = 40;
const TEXT = Buffer.alloc(200, 'x');
const COLUMN = [Buffer.from('t\0'), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)];
const ANSWER = Buffer.concat([
  message('T', int16(1), ...COLUMN),
  ...Array.from({ length: ROWS }, () => message('D', int16(1), int32(TEXT.length), TEXT)),
  message('C', Buffer.from(`SELECT ${ROWS}\0`)),
  READY,
]);
const STATEMENTS = 4_000;
const WARM_STATEMENTS = 1_000;
/** Half of what the driver's own promises leave, and its `query_timeout`. */
const ALLOWED_BYTES = 8_388_608;

const oldBytes = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')?.space_used_size ??
  Number.NaN;

describe('the answer of a statement is let go when the young generation is collected', () => {
  it.each(['by itself', 'on a client of its own'])('asked %s', async (way) => {
    const { url } = await startServer(ANSWER);
    const pool = await poolOn(url, { statementTimeoutMilliseconds: 10_000 });
    const client = way === 'by itself' ? undefined : await pool.connect();
    // What Jest left there may be collected meanwhile, so that what counts is growth since the least.
    let leastBytes = Number.POSITIVE_INFINITY;
    let mostLeftBytes = 0;
    for (let statement = 0; statement < STATEMENTS; statement += 1) {
      const { rows } = await (client ?? pool).query('SELECT');
      expect(rows).toHaveLength(ROWS);
      // What is compiled meanwhile lies there too.
      if (statement < WARM_STATEMENTS) continue;
      leastBytes = Math.min(leastBytes, oldBytes());
      mostLeftBytes = Math.max(mostLeftBytes, oldBytes() - leastBytes);
    }
    client?.release();
    expect(mostLeftBytes).toBeLessThan(ALLOWED_BYTES);
  });
});
