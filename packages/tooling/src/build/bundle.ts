import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { repositoryFolder } from '../repository.ts';
import { type ShippedPackage, shippedPackages } from './copy-packages.ts';
import { NODE_MAJOR, writeProgram } from './write-program.ts';

/** Packages that cannot be bundled: machine code, and a package that reads files beside itself. */
const SHIPPED = ['@node-rs/argon2', '@prisma/schema-engine-wasm'];
/** Packages of the embedded database and optional ones, which production does not load. */
const LEFT_OUT = ['@electric-sql/pglite', 'pglite-prisma-adapter', 'pg-native'];

/** A source map of the first line alone: esbuild ignores a map without any mapping. */
const FIRST_LINE_MAP = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString(
  'base64',
);

/**
 * Leaves packages out of the source maps. Once a stack trace has used a map, Node.js keeps it in memory with an
 * object for each mapping: 48 MB for all packages.
 */
const unmappedPackages: Plugin = {
  name: 'unmapped-packages',
  setup: (building) => {
    building.onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return {
        contents: `\n${text}\n//# sourceMappingURL=data:application/json;base64,${FIRST_LINE_MAP}`,
      };
    });
  },
};

export type Bundle = {
  /** The bundled files, relative to the repository. */
  files: string[];
  shipped: ShippedPackage[];
};

/** The programs of a tree by their names, each with its module. */
export type Programs = Record<string, string>;

/** Bundles programs, and the packages that they use, with esbuild. */
export async function bundle(name: string, programs: Programs, folder: string): Promise<Bundle> {
  const dist = join(folder, 'dist');
  const { metafile } = await build({
    absWorkingDir: repositoryFolder,
    entryPoints: Object.entries(programs).map(([program, module]) => ({
      in: module,
      out: `${name}-${program}`,
    })),
    outdir: dist,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: `node${NODE_MAJOR}`,
    // jsonc-parser's `main` is UMD, which esbuild cannot bundle: https://github.com/evanw/esbuild/issues/1619
    mainFields: ['module', 'main'],
    sourcemap: true,
    sourcesContent: false,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    plugins: [unmappedPackages],
    external: [...SHIPPED, ...LEFT_OUT],
    // CommonJS packages call `require` for Node.js's own modules.
    banner: {
      js: "const require = process.getBuiltinModule('module').createRequire(import.meta.url);",
    },
  });
  for (const program of Object.keys(programs)) await writeProgram(name, program, dist);
  return {
    files: Object.keys(metafile.inputs),
    shipped: shippedPackages(metafile, SHIPPED),
  };
}
