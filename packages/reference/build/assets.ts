import { hash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const sources = join(import.meta.dirname, '../browser');

export type Assets = {
  /** Addresses that change with the content. */
  style: string;
  script: string;
  index: string;
  /** The files that are part of the scripts and styles. */
  modules: string[];
};

/** Bundles the scripts and the style of the pages, and writes them with the index of the search. */
export async function buildAssets(folder: string, index: string): Promise<Assets> {
  const target = join(folder, 'assets');
  await mkdir(target, { recursive: true });
  const { metafile } = await build({
    entryPoints: [join(sources, 'documentation.ts'), join(sources, 'documentation.css')],
    outdir: target,
    absWorkingDir: join(import.meta.dirname, '../../..'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  const outputs = Object.keys(metafile.outputs).map((path) => basename(path));
  const addressOf = (pattern: RegExp) =>
    `/docs/assets/${outputs.find((name) => pattern.test(name))}`;
  const indexName = `search-${hash('sha256', index, 'hex').slice(0, 8)}.json`;
  await writeFile(join(target, indexName), index);
  return {
    style: addressOf(/^documentation-.*\.css$/),
    script: addressOf(/^documentation-.*\.js$/),
    index: `/docs/assets/${indexName}`,
    modules: Object.keys(metafile.inputs),
  };
}
