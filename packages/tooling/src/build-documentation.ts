import { join } from 'node:path';
import { buildSite } from '@app-platform/reference/build';
import { repositoryFolder } from './repository.ts';

// Both services serve their pages from here in a source tree.
for (const name of ['registry', 'oauth'] as const) {
  const target = join(repositoryFolder, 'dist/docs', name);
  await buildSite(name, join(repositoryFolder, 'docs'), target);
}
