import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { getHeapSpaceStatistics } from 'node:v8';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BoundedPool } from './bounded-pool.ts';

/** The messages of https://www.postgresql.org/docs/current/protocol-message-formats.html */
const message = (type: string, ...parts: Buffer[]): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(4 + Buffer.concat(parts).length, 1);
  return Buffer.concat([head, ...parts]);
};
const int16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const int32 = (value: number) => Buffer.concat([int16(value >> 16), int16(value & 0xffff)]);

const ROWS = 40;
const TEXT = Buffer.alloc(200, 'x');
const column = [Buffer.from('t\0'), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)];
const READY = message('Z', Buffer.from('I'));
const LET_IN = Buffer.concat([message('R', int32(0)), READY]);
const ANSWER = Buffer.concat([
  message('T', int16(1), ...column),
  ...Array.from({ length: ROWS }, () => message('D', int16(1), int32(TEXT.length), TEXT)),
  message('C', Buffer.from(`SELECT ${ROWS}\0`)),
  READY,
]);

let url: string;
const server = createServer((socket) => {
  socket.once('data', () => {
    socket.write(LET_IN);
    socket.on('data', () => socket.write(ANSWER));
  });
  socket.on('error', () => undefined);
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  url = `postgresql://127.0.0.1:${(server.address() as AddressInfo).port}/none`;
});
afterAll(() => {
  server.close();
});

const STATEMENTS = 4_000;
const WARM_STATEMENTS = 1_000;
/** Half of what the driver's own promises leave, and its `query_timeout`. */
const ALLOWED_BYTES = 8_388_608;

const oldBytes = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')?.space_used_size ??
  Number.NaN;

describe('the answer of a statement is let go when the young generation is collected', () => {
  it.each(['by itself', 'on a client of its own'])('asked %s', async (way) => {
    const bounds = { statementTimeoutMilliseconds: 10_000, connectTimeoutMilliseconds: 5_000 };
    const pool = new BoundedPool({ url, maxConnections: 1, ...bounds });
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
    await pool.end();
    expect(mostLeftBytes).toBeLessThan(ALLOWED_BYTES);
  });
});
