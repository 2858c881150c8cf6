import { join } from 'node:path';
import { build } from 'vite';
import { compressFiles } from './compress-files.ts';
import { precompiledSchema } from './precompiled-schema.ts';

const packageFolder = join(import.meta.dirname, '..');

/**
 * Builds the console: `index.html`, and scripts, styles and images with a hash in their names.
 * @param folder is emptied first
 * @returns the files that are part of it
 */
export async function buildConsole(folder: string): Promise<string[]> {
  const built = await build({
    configFile: false,
    root: packageFolder,
    base: '/console/',
    logLevel: 'warn',
    // The registry writes the nonce of each answer in its place.
    html: { cspNonce: '%NONCE%' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      // A data: address would need a wider policy than a file.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // `"use client"` means nothing here.
        onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
      },
    },
    worker: { format: 'es', plugins: () => [precompiledSchema()] },
    plugins: [precompiledSchema(), compressFiles()],
  });
  if (!('output' in built)) throw new Error('the build of the console has no output');
  return built.output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
}
