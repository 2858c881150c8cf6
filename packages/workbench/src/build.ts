import { join, resolve } from 'node:path';
import { buildTrees } from './build/build-trees.ts';
import { repositoryFolder } from './repository.ts';

/** `npm run build -- FOLDER`: what runs each service in production, by default in `dist/`. */
const [target = join(repositoryFolder, 'dist')] = process.argv.slice(2);
for (const { folder, bytes } of await buildTrees(resolve(target))) {
  console.log(`${folder}: ${(bytes / 1_000_000).toFixed(1)} MB`);
}
