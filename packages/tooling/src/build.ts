import { join, resolve } from 'node:path';
import { buildTrees } from './build/build-trees.ts';
import { parseCommandLine, runCommand } from './command-line.ts';
import { repositoryFolder } from './repository.ts';

const usage = `Usage: npm run build -- [FOLDER]

Builds the production trees of the services and of the operator's command line in FOLDER (default dist/).`;

await runCommand(async () => {
  const { positionals } = parseCommandLine(process.argv.slice(2), usage, {}, true);
  const [target = join(repositoryFolder, 'dist')] = positionals;
  for (const { folder, bytes } of await buildTrees(resolve(target))) {
    console.log(`${folder}: ${(bytes / 1_000_000).toFixed(1)} MB`);
  }
});
