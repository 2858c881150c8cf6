import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { BoundedPool } from './bounded-pool.ts';
import { translateDatabaseError } from './database-errors.ts';

/** AuthenticationOk and ReadyForQuery: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const LET_IN = Buffer.from('520000000800000000' + '5a0000000549', 'hex');

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A PostgreSQL that lets everybody in and vanishes: not even a closed connection is told. */
async function vanishedServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.once('data', () => socket.write(LET_IN));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  return { url: `postgresql://127.0.0.1:${(server.address() as AddressInfo).port}/none`, sockets };
}

async function poolOn(url: string, bounds: { maxConnections: number }) {
  const pool = new BoundedPool({
    url,
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
    const { url, sockets } = await vanishedServer();
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
    expect(answers.map(statusOf)).toEqual([503]);
    asked.release();
    while (sockets.some(({ destroyed }) => !destroyed)) await wait(10);
    expect([pool.totalCount, pool.waitingCount]).toEqual([0, 0]);
  });

  it('turns away at once whoever would wait behind ten others for each connection', async () => {
    const { url } = await vanishedServer();
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
