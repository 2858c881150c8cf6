import { setTimeout as wait } from 'node:timers/promises';
import { isConflict } from './database-errors.ts';

const ATTEMPTS = 3;
const MOST_PAUSE_MILLISECONDS = 50;

/**
 * Retries a transaction after a deadlock, a serialization failure, or the concurrent removal of a row.
 * PostgreSQL rolled back. After three attempts the error is thrown, and the caller gets 503.
 * @param transaction must change nothing but the database
 */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      // A random pause, so that the same two transactions do not collide again.
      await wait(Math.random() * MOST_PAUSE_MILLISECONDS * attempt);
    }
  }
}
