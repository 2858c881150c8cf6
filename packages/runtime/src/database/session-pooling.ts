import type pg from 'pg';
import { connectClient } from './single-connection.ts';

const TRIES = 3;
/** A pooler without a free connection keeps a client waiting. */
const ANSWER_MILLISECONDS = 10_000;

/**
 * Refuses a pooler in transaction or statement mode. Session settings and prepared statements of one
 * connection would be used by another one there.
 * @param url of a database; the embedded one has no pooler
 * @throws Error that says what to change, or why the database cannot be used
 */
export async function requireSessionPooling(url: string): Promise<void> {
  if (url.startsWith('pglite:')) return;
  const one = await connectClient(url, ANSWER_MILLISECONDS);
  try {
    const other = await connectClient(url, ANSWER_MILLISECONDS);
    try {
      if (await shareServerConnection(one, other)) throw new Error(sessionModeRequired(url));
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
}

/**
 * A pooler in transaction mode gives the server's connection back after every statement, and the
 * next transaction takes it. Other clients can take it first, hence several tries.
 */
async function shareServerConnection(one: pg.Client, other: pg.Client): Promise<boolean> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const first = await serverProcess(one);
    try {
      await other.query('BEGIN');
      if ((await serverProcess(other)) === first) return true;
      await other.query('ROLLBACK');
    } catch (error) {
      // PgBouncer's answer to BEGIN in statement mode.
      if (/pooling mode/.test(String(error))) return true;
      throw error;
    }
  }
  return false;
}

async function serverProcess(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? Number.NaN;
}

function sessionModeRequired(url: string): string {
  const { host, pathname } = new URL(url);
  return (
    `The pooler at ${host} shares a connection of PostgreSQL between clients. Set ` +
    `pool_mode=session for the database ${pathname.slice(1)} (in pgbouncer.ini, or \`pgbouncer.poolMode: ` +
    'session` of a CloudNativePG Pooler), or connect to PostgreSQL itself.'
  );
}
