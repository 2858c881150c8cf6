import { join } from 'node:path';
import { build } from 'esbuild';
import { repositoryFolder } from '../repository.ts';
import { type ShippedPackage, shippedPackages } from './copy-packages.ts';
import { NODE_MAJOR, writeProgram } from './write-program.ts';

/** Packages that cannot be bundled: machine code, and a package that reads files beside itself. */
const SHIPPED = ['@node-rs/argon2', '@prisma/schema-engine-wasm'];
/** Packages of the embedded database and optional ones, which production does not load. */
const LEFT_OUT = ['@electric-sql/pglite', 'pglite-prisma-adapter', 'pg-native'];

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
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
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
