import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyWorkspacePackage } from './copy-workspace-package.ts';

/** What no program loads: types, source maps, documentation, tests. Licences are kept. */
const NEVER_LOADED = /\.([cm]?ts|map|md|markdown|flow|test\.[cm]?js)$/i;
/** Prisma's client carries a query compiler for each database, each in four forms; this one is used. */
const OTHER_COMPILERS =
  /@prisma\/client\/runtime\/(wasm-compiler-edge|query_compiler_(?!fast_bg\.postgresql\.(wasm-base64\.)?mjs$))/;

type Manifest = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

/**
 * Copies what a package needs at run time out of this repository's installation, so that it is at
 * the versions that were tested. Each goes to the top of `node_modules`, as npm does it, unless
 * another version stands there; then it goes into whoever needs it.
 */
export async function copyDependencies(
  source: string,
  target: string,
  compiled: string,
): Promise<void> {
  await new FlatTree(target, compiled).addDependencies(source, target);
}

class FlatTree {
  readonly #root: string;
  readonly #compiled: string;
  /** Where each copy came from. */
  readonly #sources = new Map<string, string>();

  constructor(root: string, compiled: string) {
    this.#root = root;
    this.#compiled = compiled;
  }

  /** All of them before any of theirs: what is put into a package must not hide what they found. */
  async addDependencies(source: string, target: string): Promise<void> {
    const added: { source: string; target: string }[] = [];
    for (const dependency of await dependenciesOf(source)) {
      const place = this.#placeFor(dependency.name, dependency.source, target);
      if (place === undefined) continue;
      this.#sources.set(place, dependency.source);
      await this.#copy(dependency.source, place);
      added.push({ source: dependency.source, target: place });
    }
    for (const each of added) await this.addDependencies(each.source, each.target);
  }

  /** Nothing where it is found already. */
  #placeFor(name: string, source: string, dependent: string): string | undefined {
    for (let folder = dependent; ; folder = dirname(folder)) {
      const found = this.#sources.get(join(folder, 'node_modules', name));
      if (found === source) return undefined;
      if (found !== undefined) return join(dependent, 'node_modules', name);
      if (folder === this.#root) return join(folder, 'node_modules', name);
    }
  }

  async #copy(source: string, target: string): Promise<void> {
    await mkdir(target, { recursive: true });
    if (!source.includes('node_modules')) {
      await copyWorkspacePackage(source, target, this.#compiled);
      return;
    }
    await cp(source, target, {
      recursive: true,
      filter: (path) => {
        const inside = path.slice(source.length);
        return (
          !inside.startsWith('/node_modules') &&
          !NEVER_LOADED.test(path) &&
          !OTHER_COMPILERS.test(path)
        );
      },
    });
  }
}

async function dependenciesOf(source: string): Promise<{ name: string; source: string }[]> {
  const manifest: Manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const { dependencies = {}, optionalDependencies = {} } = manifest;
  const names = Object.keys({ ...dependencies, ...optionalDependencies }).sort();
  const found = names.map((name) => ({ name, link: installed(source, name) }));
  // Of the optional ones, only those of this platform are installed.
  const missing = found.find(({ name, link }) => !link && !(name in optionalDependencies));
  if (missing) throw new Error(`${missing.name}, which ${source} needs, is not installed`);
  return Promise.all(
    found.flatMap(({ name, link }) =>
      link ? [realpath(link).then((real) => ({ name, source: real }))] : [],
    ),
  );
}

/** Where Node.js would find a package. */
function installed(from: string, name: string): string | undefined {
  const candidate = join(from, 'node_modules', name);
  if (existsSync(candidate)) return candidate;
  const parent = dirname(from);
  return parent === from ? undefined : installed(parent, name);
}
