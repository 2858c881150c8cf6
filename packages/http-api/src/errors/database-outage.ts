import { problem } from '@app-platform/contracts';
import { isDatabaseOutage } from '@app-platform/runtime/database';
import { RedisOutage } from '@app-platform/runtime/redis';
import { AppError } from './app-error.ts';

/**
 * @returns 503 with `Retry-After` for a database, or a Redis, that cannot be reached, is saturated or too slow;
 *   nothing for any other error
 */
export function translateDatabaseError(error: unknown): AppError | undefined {
  if (!isDatabaseOutage(error) && !(error instanceof RedisOutage)) return undefined;
  const detail = 'The service cannot reach its database. Try again in a few seconds.';
  return new AppError(problem('temporarily_unavailable', detail), {
    cause: error,
    headers: { 'Retry-After': '5' },
  });
}
