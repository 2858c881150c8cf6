import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** From 7 on, Brotli sets up tables of many megabytes for each file, which takes longer than the compression. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/**
 * Writes each file of a folder as `.br` and `.gz` too, so that a service compresses nothing itself. One after the
 * other: on a busy machine a thousand small jobs of other threads would take minutes.
 */
export function compressFiles(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const file = join(parentPath, name);
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, brotliOptions));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
