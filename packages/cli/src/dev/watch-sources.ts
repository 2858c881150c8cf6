import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { ignoredFiles } from './ignored-files.ts';

const SETTLED_MILLISECONDS = 300;

/**
 * Calls back after a change of a file in the folders of an app, unless its `.gitignore` names the file.
 * @param onChange is given the path of the file that changed first
 * @param onFault reports why a folder is watched no more, as where the system has no more watchers
 * @returns ends it
 */
export function watchSources(
  folder: string,
  onChange: (path: string) => void,
  onFault: (reason: string) => void,
): () => void {
  let isIgnored = ignoredFiles(folder);
  let timer: NodeJS.Timeout | undefined;
  let first: string | undefined;
  const changed = (path: string) => {
    const isFile = statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() ?? false;
    if (isIgnored(path, isFile)) return;
    first ??= path;
    clearTimeout(timer);
    timer = setTimeout(settled, SETTLED_MILLISECONDS);
  };
  const settled = () => {
    const path = first ?? '';
    first = undefined;
    // A line that is added to it ends a loop of restarts.
    isIgnored = ignoredFiles(folder);
    onChange(path);
  };
  const watchers: FSWatcher[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isDirectory() || isIgnored(name, false)) continue;
    const failed = (error: unknown) =>
      onFault(`Changes in ${name} do not start the app again: ${error}`);
    try {
      const watcher = watch(join(folder, name), { recursive: true }, (_event, file) =>
        changed(file === null ? name : `${name}/${file.replaceAll('\\', '/')}`),
      );
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
