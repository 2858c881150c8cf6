import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Spread, spread } from './rounds.ts';

const WRITES = 200;
/** What PostgreSQL writes at a commit, at least. */
const PAGE_BYTES = 8192;

/**
 * What one small write and its fsync cost here, in milliseconds: a quick disk, or one that only
 * says that it has written, flatters everything that commits.
 */
export async function measureFsync(folder: string): Promise<Spread> {
  const file = await open(join(folder, 'fsync'), 'w');
  const page = Buffer.alloc(PAGE_BYTES, 1);
  const milliseconds: number[] = [];
  try {
    for (let index = 0; index < WRITES; index += 1) {
      const startedAt = performance.now();
      await file.write(page, 0, PAGE_BYTES, index * PAGE_BYTES);
      await file.sync();
      milliseconds.push(performance.now() - startedAt);
    }
  } finally {
    await file.close();
  }
  return spread(milliseconds);
}
