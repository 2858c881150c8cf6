import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSED = ['.js', '.css', '.svg'];
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Writes each file of the build as `.br` and `.gz` too, so that the registry compresses nothing itself. */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    writeBundle: async ({ dir = 'dist' }) => {
      const names = await readdir(dir, { recursive: true });
      const files = names.filter((name) => COMPRESSED.includes(extname(name)));
      await Promise.all(files.map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, options));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
