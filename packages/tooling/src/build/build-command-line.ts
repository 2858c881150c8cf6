import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { runTool } from '../check/run-tool.ts';
import { repositoryFolder } from '../repository.ts';
import { licences } from './licences.ts';

const folder = join(repositoryFolder, 'packages/cli');
/** It loads files beside itself, so it cannot be bundled. */
const SHIPPED = 'jiti';

/**
 * Builds the command line for Node.js 20 and newer, which needs no other package.
 * @param dist the folder, which is replaced
 */
export async function buildCommandLine(dist: string): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  const files = await bundlePrograms(dist);
  const shipped = dirname(createRequire(join(folder, 'package.json')).resolve('jiti/package.json'));
  for (const part of ['lib', 'dist', 'package.json', 'LICENSE']) {
    await cp(join(shipped, part), join(dist, 'vendor', SHIPPED, part), { recursive: true });
  }
  await writeTypes(dist);
  await cp(join(repositoryFolder, 'LICENSE'), join(dist, 'LICENSE'));
  await writeFile(join(dist, 'THIRD-PARTY-LICENSES'), await licences(files));
}

async function bundlePrograms(dist: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: repositoryFolder,
    entryPoints: {
      apps: join(folder, 'src/main.ts'),
      'define-app': join(folder, 'src/definition/define-app.ts'),
    },
    outdir: dist,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // jsonc-parser's `main` is UMD, which esbuild cannot bundle: https://github.com/evanw/esbuild/issues/1619
    mainFields: ['module', 'main'],
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    plugins: [
      {
        name: 'shipped packages',
        setup: ({ onResolve }) =>
          onResolve({ filter: new RegExp(`^${SHIPPED}$`) }, () => ({
            path: `./vendor/${SHIPPED}/lib/jiti.mjs`,
            external: true,
          })),
      },
    ],
    // CommonJS packages call `require` for Node.js's own modules.
    banner: {
      js: "import { createRequire as requireFor } from 'node:module';\nconst require = requireFor(import.meta.url);",
    },
  });
  return Object.keys(metafile.inputs);
}

/** The types of `defineApp`, with those of definitions beside them. */
async function writeTypes(dist: string): Promise<void> {
  const types = join(dist, 'types');
  await mkdir(types, { recursive: true });
  const { ok, output } = await runTool('typescript', [
    ...['--project', 'packages/cli/tsconfig.types.json', '--outDir', types],
  ]);
  if (!ok) throw new Error(output);
  const path = join(types, 'cli/src/definition/define-app.d.ts');
  const text = await readFile(path, 'utf8');
  await writeFile(
    path,
    text.replaceAll('@app-platform/app-definition', '../../../app-definition/src/types.ts'),
  );
}
