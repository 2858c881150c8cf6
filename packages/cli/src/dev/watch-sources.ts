import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** What the app writes, or what it does not run. */
const IGNORED = /^(node_modules|dist|build|coverage|\..*)$/;
const SETTLED_MILLISECONDS = 300;

/**
 * Calls back after a change of a file in the folders of an app.
 * @param onFault reports why a folder is watched no more, as where the system has no more watchers
 * @returns ends it
 */
export function watchSources(
  folder: string,
  onChange: () => void,
  onFault: (reason: string) => void,
): () => void {
  const entries = readdirSync(folder, { withFileTypes: true });
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLED_MILLISECONDS);
  };
  for (const { name } of entries.filter((one) => one.isDirectory() && !IGNORED.test(one.name))) {
    const failed = (error: unknown) =>
      onFault(`Changes in ${name} do not start the app again: ${error}`);
    try {
      const watcher = watch(join(folder, name), { recursive: true }, changed);
      watchers.push(watcher.on('error', failed));
    } catch (error) {
      failed(error);
    }
  }
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
