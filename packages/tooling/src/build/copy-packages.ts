import { existsSync } from 'node:fs';
import { cp, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { repositoryFolder } from '../repository.ts';

/** Types, source maps and documentation. Licences are kept. */
const NEVER_LOADED = /\.([cm]?ts|map|md|markdown|flow)$/i;

/** A package, and a folder from which Node.js resolves it. */
export type ShippedPackage = { name: string; from: string };

type Manifest = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

/** Selects the packages that a bundle imports. */
export function shippedPackages({ inputs }: Metafile, names: string[]): ShippedPackage[] {
  return Object.entries(inputs).flatMap(([path, { imports }]) =>
    names
      .filter((name) =>
        imports.some((one) => one.external && `${one.path}/`.startsWith(`${name}/`)),
      )
      .map((name) => ({ name, from: dirname(join(repositoryFolder, path)) })),
  );
}

/**
 * Copies packages and their run-time dependencies from this repository's `node_modules`, so that
 * production runs the tested versions. All go to the top level of the tree's `node_modules`.
 * @returns their folders
 */
export async function copyPackages(packages: ShippedPackage[], tree: string): Promise<string[]> {
  const sources = new Map<string, string>();
  for (const { name, from } of packages) await addPackage(name, from, sources);
  for (const [name, source] of sources) {
    await cp(source, join(tree, 'node_modules', name), {
      recursive: true,
      filter: (path) =>
        !path.slice(source.length).startsWith('/node_modules') && !NEVER_LOADED.test(path),
    });
  }
  return [...sources.values()];
}

async function addPackage(name: string, from: string, sources: Map<string, string>): Promise<void> {
  const link = installed(from, name);
  if (!link) throw new Error(`${name}, which ${from} needs, is not installed`);
  const source = await realpath(link);
  const known = sources.get(name);
  if (known === source) return;
  if (known) throw new Error(`${name} is needed at two versions: ${known}, ${source}`);
  sources.set(name, source);
  const manifest: Manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const { dependencies = {}, optionalDependencies = {} } = manifest;
  // Only the optional dependencies for this platform are installed.
  const present = Object.keys(optionalDependencies).filter((each) => installed(source, each));
  for (const each of [...Object.keys(dependencies), ...present]) {
    await addPackage(each, source, sources);
  }
}

/** Resolves a package as Node.js does. */
function installed(from: string, name: string): string | undefined {
  const candidate = join(from, 'node_modules', name);
  if (existsSync(candidate)) return candidate;
  const parent = dirname(from);
  return parent === from ? undefined : installed(parent, name);
}
