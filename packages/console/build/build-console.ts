import { join } from 'node:path';
import {
  compilingModule,
  precompiledModule,
} from '@app-platform/app-definition/precompiled-schema';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { build, type Plugin, type Rolldown } from 'vite';
import { compressFiles } from './compress-files.ts';

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
        output: { codeSplitting: { groups: [signIn, sharedByPages] } },
        // `"use client"` means nothing here.
        onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
      },
    },
    worker: { format: 'es', plugins: () => [precompiledSchema(), noteModules(ofWorkers)] },
    // The texts of the console are English, and so are those that React Aria adds.
    plugins: [precompiledSchema(), optimizeLocales.vite({ locales: ['en-US'] }), compressFiles()],
  });
  if (!('output' in built)) throw new Error('the build of the console has no output');
  const modules = [...modulesOf(built.output), ...ofWorkers];
  expectNoTypeBox(modules);
  return modules;
}

/** An import of a constant beside a schema once made every page load and evaluate all of TypeBox. */
function expectNoTypeBox(modules: readonly string[]): void {
  if (modules.some((id) => id.includes('/@sinclair/typebox/'))) {
    throw new Error(
      'The console imports a module with TypeBox schemas. Move what it needs out of it.',
    );
  }
}

/** Ajv makes functions of text, which the console's policy forbids. */
function precompiledSchema(): Plugin {
  return {
    name: 'precompiled-schema',
    load: (id) => (compilingModule.test(id) ? precompiledModule() : null),
  };
}

/** What is needed before the sign-in. Pages need parts of it too, which would make it part of what they share. */
const signIn = { name: 'sign-in', priority: 1, tags: ['$initial' as const] };

/** What several pages need is one file: dozens of small ones took longer to request than to read. */
const sharedByPages = { name: 'shared', minShareCount: 2 };

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
