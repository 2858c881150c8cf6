import { getHeapSpaceStatistics } from 'node:v8';
import { BoundedPool } from '../src/database/bounded-pool.ts';
import { int16, int32, messageOf, READY, startPostgresql } from './minimal-postgresql.ts';

/*
 * Prints by how many bytes the old generation grows at most while answers are read, of the pool or,
 * where the first parameter is `client`, of one of its clients. A process of its own: what Jest has
 * loaded moves there at any time.
 */

const ROWS = 40;
const TEXT = Buffer.alloc(200, 'x');
const COLUMN = [Buffer.from('t\0'), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)];
const ANSWER = Buffer.concat([
  messageOf('T', int16(1), ...COLUMN),
  ...Array.from({ length: ROWS }, () => messageOf('D', int16(1), int32(TEXT.length), TEXT)),
  messageOf('C', Buffer.from(`SELECT ${ROWS}\0`)),
  READY,
]);
const STATEMENTS = 4_000;
/** What is compiled meanwhile lies in the old generation too. */
const WARM_STATEMENTS = 1_000;

const oldBytes = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')?.space_used_size ??
  Number.NaN;

const { url, close } = await startPostgresql(ANSWER);
const pool = new BoundedPool({
  url,
  maxConnections: 1,
  statementTimeoutMilliseconds: 10_000,
  lockTimeoutMilliseconds: 0,
  connectTimeoutMilliseconds: 20_000,
});
const client = process.argv[2] === 'client' ? await pool.connect() : undefined;
let leastBytes = Number.POSITIVE_INFINITY;
let mostLeftBytes = 0;
for (let statement = 0; statement < STATEMENTS; statement += 1) {
  const { rows } = await (client ?? pool).query('SELECT');
  if (rows.length !== ROWS) throw new Error(`${rows.length} rows came`);
  if (statement < WARM_STATEMENTS) continue;
  // All of the heap may be collected meanwhile, so that what counts is growth since the least.
  leastBytes = Math.min(leastBytes, oldBytes());
  mostLeftBytes = Math.max(mostLeftBytes, oldBytes() - leastBytes);
}
client?.release();
await pool.end();
await close();
console.log(mostLeftBytes);
