import { unwatchFile, watchFile as watchStatus } from 'node:fs';

const INTERVAL_MILLISECONDS = 200;

/**
 * Runs once, and again after every change of a file, one run at a time. Polls, because editors replace files
 * in ways that other watching misses. Never ends by itself.
 */
export async function watchFile(path: string, run: () => Promise<void>): Promise<never> {
  let isStale = true;
  let wake = () => {};
  watchStatus(path, { interval: INTERVAL_MILLISECONDS }, () => {
    isStale = true;
    wake();
  });
  try {
    for (;;) {
      if (isStale) {
        isStale = false;
        await run();
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    unwatchFile(path);
  }
}
