import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { build } from 'esbuild';
import { repositoryFolder } from '../repository.ts';

it.each([
  ['app-definition', 'src/index.ts'],
  ['app-definition', 'src/sarif/locate.ts'],
  ['app-definition', 'src/reference/reference-pages.ts'],
  ['client', 'src/index.ts'],
  ['json', 'src/index.ts'],
])('@app-platform/%s runs in browsers: %s', async (name, module) => {
  // For this platform, an import of a Node.js module is an error.
  const { errors, warnings } = await build({
    absWorkingDir: repositoryFolder,
    entryPoints: [join(repositoryFolder, 'packages', name, module)],
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  expect([errors, warnings]).toEqual([[], []]);
});
