import { setTimeout as wait } from 'node:timers/promises';
import { PATIENCE_MILLISECONDS } from '@app-platform/testing/servers/redis-node';

/** What an operation answers once it does: while Redis fails over it fails, each time in bounded time. */
export async function comesBack<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(100);
    }
  }
}
