import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { repositoryFolder } from '../repository.ts';

type Manifest = { name: string; exports?: Record<string, string> } & Record<string, unknown>;

/**
 * Copies a package of this repository as it would be published: `dist/` instead of `src/`, what is
 * no TypeScript (templates, styles) beside the code that reads it, and a manifest that points there.
 */
export async function copyWorkspacePackage(
  source: string,
  target: string,
  compiled: string,
): Promise<void> {
  const compiledPackage = join(compiled, relative(repositoryFolder, source));
  await cp(join(compiledPackage, 'src'), join(target, 'dist'), { recursive: true });
  await cp(join(source, 'src'), join(target, 'dist'), {
    recursive: true,
    filter: (path) => extname(path) !== '.ts',
  });
  const manifest: Manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const { devDependencies: _development, exports = {}, ...kept } = manifest;
  const published = Object.entries(exports)
    .map(([name, path]) => [name, compiledPath(path)] as const)
    .filter(([, path]) => existsSync(join(target, path)));
  await writeFile(
    join(target, 'package.json'),
    `${JSON.stringify({ ...kept, exports: Object.fromEntries(published) }, null, 2)}\n`,
  );
}

function compiledPath(path: string): string {
  return path.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, '.js');
}
