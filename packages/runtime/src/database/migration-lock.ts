import { setTimeout as wait } from 'node:timers/promises';
import { connectClient } from './single-connection.ts';

/** Of an advisory lock; any number that nothing else in these databases uses. */
const KEY = 8_146_230_517;
const PAUSE_MILLISECONDS = 500;

/**
 * Runs work while no other process migrates the same database. It polls, because a session that waits for a lock
 * holds a snapshot, for which CREATE INDEX CONCURRENTLY of the other process would wait in turn.
 * @param url of a database; the embedded one is used by one process only
 * @throws Error where another process holds the lock for too long
 */
export async function withMigrationLock<T>(
  url: string,
  giveUpAfterMilliseconds: number,
  work: () => Promise<T>,
): Promise<T> {
  if (url.startsWith('pglite:')) return work();
  const client = await connectClient(url);
  try {
    const end = performance.now() + giveUpAfterMilliseconds;
    while (!(await isTaken(client))) {
      if (performance.now() > end)
        throw new Error('Another process migrates the database; try again later');
      await wait(PAUSE_MILLISECONDS);
    }
    return await work();
  } finally {
    // Ends the lock too.
    await client.end();
  }
}

async function isTaken(client: Awaited<ReturnType<typeof connectClient>>): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS taken',
    [KEY],
  );
  return rows[0]?.taken === true;
}
