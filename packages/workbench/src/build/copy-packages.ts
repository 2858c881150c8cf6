import { existsSync } from 'node:fs';
import { cp, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { repositoryFolder } from '../repository.ts';

/** What no program loads: types, source maps, documentation. Licences are kept. */
const NEVER_LOADED = /\.([cm]?ts|map|md|markdown|flow)$/i;

/** A package, and a folder from where it is found. */
export type ShippedPackage = { name: string; from: string };

type Manifest = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

/** Those of the packages that a bundle loads. */
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
 * Copies packages, with what they need at run time, out of this repository's installation, so that
 * they are at the versions that were tested. All go to the top of `node_modules`.
 */
export async function copyPackages(packages: ShippedPackage[], tree: string): Promise<void> {
  const sources = new Map<string, string>();
  for (const { name, from } of packages) await addPackage(name, from, sources);
  for (const [name, source] of sources) {
    await cp(source, join(tree, 'node_modules', name), {
      recursive: true,
      filter: (path) =>
        !path.slice(source.length).startsWith('/node_modules') && !NEVER_LOADED.test(path),
    });
  }
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
  // Of the optional ones, only those of this platform are installed.
  const present = Object.keys(optionalDependencies).filter((each) => installed(source, each));
  for (const each of [...Object.keys(dependencies), ...present]) {
    await addPackage(each, source, sources);
  }
}

/** Where Node.js would find a package. */
function installed(from: string, name: string): string | undefined {
  const candidate = join(from, 'node_modules', name);
  if (existsSync(candidate)) return candidate;
  const parent = dirname(from);
  return parent === from ? undefined : installed(parent, name);
}
