import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { compressFiles } from './compress-files.ts';
import { precompiledSchema } from './precompiled-schema.ts';

const packageFolder = join(import.meta.dirname, '..');

/**
 * Builds the console: `index.html`, and scripts, styles and images with a hash in their names.
 * @param folder is emptied first
 * @returns the files that are part of it
 */
export async function buildConsole(folder: string): Promise<string[]> {
  const ofWorkers: string[] = [];
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
    worker: { format: 'es', plugins: () => [precompiledSchema(), noteModules(ofWorkers)] },
    plugins: [precompiledSchema(), compressFiles()],
  });
  if (!('output' in built)) throw new Error('the build of the console has no output');
  return [...modulesOf(built.output), ...ofWorkers];
}

/** The output of a build has no modules of its workers. */
function noteModules(noted: string[]): Plugin {
  return {
    name: 'note-modules',
    generateBundle: (_options, bundle) => void noted.push(...modulesOf(Object.values(bundle))),
  };
}

function modulesOf(output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): string[] {
  return output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
}
