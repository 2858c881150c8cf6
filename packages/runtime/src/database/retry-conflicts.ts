import { setTimeout as wait } from 'node:timers/promises';
import { isConflict } from './database-errors.ts';

const ATTEMPTS = 3;
const MOST_PAUSE_MILLISECONDS = 50;

/**
 * Does a transaction again that was in another one's way: a deadlock, a serialization failure, or a
 * row that was removed meanwhile.
 * PostgreSQL has undone it then. After a few times it fails, which is told as an outage.
 * @param transaction which changes nothing but the database
 */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      // Two that met would meet again.
      await wait(Math.random() * MOST_PAUSE_MILLISECONDS * attempt);
    }
  }
}
