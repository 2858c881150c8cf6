import { type StatsListener, unwatchFile, watchFile } from 'node:fs';

const INTERVAL_MILLISECONDS = 200;

/**
 * Runs once, and again after every change of a file, one run at a time. Polls, because editors replace files
 * in ways that other watching misses.
 * @param run is given a function that adds a file
 * @param signal ends it; without one it never ends by itself
 */
export async function watchFiles(
  paths: readonly string[],
  run: (watch: (path: string) => void) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<undefined> {
  let isStale = true;
  let wake = () => {};
  const changed: StatsListener = (current, previous) => {
    // Node.js reports once that a file is missing.
    if (current.mtimeMs === previous.mtimeMs && current.ino === previous.ino) return;
    isStale = true;
    wake();
  };
  const watched = new Set<string>();
  const watch = (path: string) => {
    if (watched.has(path)) return;
    watched.add(path);
    watchFile(path, { interval: INTERVAL_MILLISECONDS }, changed);
  };
  paths.forEach(watch);
  signal?.addEventListener('abort', () => wake());
  try {
    while (!signal?.aborted) {
      if (isStale) {
        isStale = false;
        await run(watch);
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    return undefined;
  } finally {
    for (const path of watched) unwatchFile(path, changed);
  }
}
