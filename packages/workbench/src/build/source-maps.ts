import { readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import type { Metafile } from 'esbuild';
import { fromTop, repositoryFolder } from '../repository.ts';

type SourceMap = { version: 3; sources: string[]; names: string[]; mappings: string };

/**
 * Leaves in each source map what is written here, by paths from the top of the repository: ten times
 * as much would be of packages, and is read at the first error.
 */
export async function narrowSourceMaps({ outputs }: Metafile): Promise<void> {
  const maps = Object.keys(outputs).filter((path) => path.endsWith('.map'));
  for (const map of maps) {
    const path = resolve(repositoryFolder, map);
    const whole: SourceMap = JSON.parse(await readFile(path, 'utf8'));
    const sources = whole.sources.map((source) => fromTop(resolve(dirname(path), source)));
    await writeFile(path, JSON.stringify(narrowed({ ...whole, sources })));
  }
}

function narrowed({ sources, mappings }: SourceMap): SourceMap {
  const own = sources.filter((source) => !source.includes('node_modules/'));
  const place = new Map(own.map((source, index) => [source, index]));
  const lines = decode(mappings).map((segments) => {
    const kept: SourceMapSegment[] = [];
    for (const [column, source = -1, line = 0, sourceColumn = 0] of segments) {
      const index = place.get(sources[source] ?? '');
      if (index !== undefined) kept.push([column, index, line, sourceColumn]);
      // Without a source, this ends what is before it.
      else if (kept.at(-1)?.length !== 1) kept.push([column]);
    }
    return kept;
  });
  return { version: 3, sources: own, names: [], mappings: encode(lines) };
}
