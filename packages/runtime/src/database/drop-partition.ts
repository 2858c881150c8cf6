import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseConnection } from './database-connection.ts';
import { isLockTimeout } from './database-errors.ts';

export type DropLimits = {
  /** Requests that write to the table wait behind the drop for as long. */
  lockTimeoutMilliseconds: number;
  /** Between two tries, so that requests are served meanwhile. */
  pauseMilliseconds: number;
  /** No try begins later. */
  giveUpAfterMilliseconds: number;
};

export const usualDropLimits: DropLimits = {
  lockTimeoutMilliseconds: 2_000,
  pauseMilliseconds: 20_000,
  giveUpAfterMilliseconds: 20 * 60_000,
};

/**
 * Drops a partition of audit events. The table is locked for milliseconds; while a report or a backup reads
 * it, the drop gives way and is tried again.
 * @param onLocked is called before each further try, with the number of those that failed
 */
export async function dropAuditPartition(
  connection: DatabaseConnection,
  name: string,
  limits: DropLimits,
  onLocked: (tries: number) => void,
): Promise<void> {
  const end = performance.now() + limits.giveUpAfterMilliseconds;
  for (let tries = 1; ; tries += 1) {
    try {
      return await dropOnce(connection, name, limits);
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() + limits.pauseMilliseconds > end) throw error;
      onLocked(tries);
      await wait(limits.pauseMilliseconds);
    }
  }
}

function dropOnce(
  connection: DatabaseConnection,
  name: string,
  { lockTimeoutMilliseconds }: DropLimits,
): Promise<void> {
  return connection.transaction(async (statements) => {
    const run = (action: string, text: string) =>
      statements.rows({ name: `${action} ${name}`, text, parameters: {}, row: {} }, {});
    await run('limit', `SET LOCAL lock_timeout = ${lockTimeoutMilliseconds}`);
    await run('detach', `ALTER TABLE audit_event DETACH PARTITION "${name}"`);
    await run('drop', `DROP TABLE "${name}"`);
  });
}
