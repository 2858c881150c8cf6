import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Finds the built console in a source tree and in a production tree.
 * @param folder where to begin, usually `import.meta.dirname`
 * @returns undefined where the console is not built
 */
export function consoleFolderAbove(folder: string): string | undefined {
  const candidate = join(folder, 'dist/console');
  if (existsSync(join(candidate, 'index.html'))) return candidate;
  const parent = dirname(folder);
  return parent === folder ? undefined : consoleFolderAbove(parent);
}
