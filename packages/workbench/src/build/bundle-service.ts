import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { repositoryFolder } from '../repository.ts';
import { builtinModules, compilerAsFile, modelNames, plainRedis } from './bundle-plugins.ts';
import { type ShippedPackage, shippedPackages } from './copy-packages.ts';
import { narrowSourceMaps } from './source-maps.ts';

/** What is left to its own package: machine code, and what reads a file beside itself. */
const SHIPPED = ['@node-rs/argon2', '@prisma/schema-engine-wasm'];
/** Loaded where they are installed, which they are not in production. */
const LEFT_OUT = ['@electric-sql/pglite', 'pglite-prisma-adapter', 'pg-native'];
const STACK_TRACES = join(import.meta.dirname, 'stack-traces.ts');
const PROGRAMS = ['main', 'migrate'];

export type Bundle = {
  /** What was put together, from the top of the repository. */
  files: string[];
  shipped: ShippedPackage[];
};

/** Puts the modules of a service, and of the packages that it uses, into a few files. */
export async function bundleService(service: string, folder: string): Promise<Bundle> {
  const dist = join(folder, 'dist');
  const sources = join(repositoryFolder, 'services', service, 'src');
  const { metafile } = await build({
    absWorkingDir: repositoryFolder,
    entryPoints: [
      { in: STACK_TRACES, out: 'stack-traces' },
      ...PROGRAMS.map((name) => ({ in: join(sources, `${name}.ts`), out: `${service}-${name}` })),
    ],
    outdir: dist,
    bundle: true,
    // What is loaded later, or by both programs, is a file of its own.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // The text of all that is loaded stays in memory.
    minifyWhitespace: true,
    lineLimit: 200,
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    external: [...SHIPPED, ...LEFT_OUT],
    plugins: [builtinModules, plainRedis, modelNames, compilerAsFile(dist)],
    // Packages in CommonJS require what is built in.
    banner: {
      js: "const require = process.getBuiltinModule('module').createRequire(import.meta.url);",
    },
  });
  await narrowSourceMaps(metafile);
  for (const name of PROGRAMS) await writeProgram(service, name, dist);
  return {
    files: Object.keys(metafile.inputs),
    shipped: shippedPackages(metafile, SHIPPED),
  };
}

/** Whatever is thrown while the rest is loaded is named, too. */
async function writeProgram(service: string, name: string, dist: string): Promise<void> {
  const text = `import './stack-traces.js';\nimport './${service}-${name}.js';\n`;
  await writeFile(join(dist, `${name}.js`), text);
}
