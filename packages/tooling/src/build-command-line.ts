import { join, resolve } from 'node:path';
import { buildCommandLine } from './build/build-command-line.ts';
import { parseCommandLine, runCommand } from './command-line.ts';
import { repositoryFolder } from './repository.ts';

const usage = `Usage: node packages/tooling/src/build-command-line.ts [FOLDER]

Builds the command line of app developers in FOLDER (default packages/cli/dist, for npm pack).`;

await runCommand(async () => {
  const { positionals } = parseCommandLine(process.argv.slice(2), usage, {}, true);
  const [target = join(repositoryFolder, 'packages/cli/dist')] = positionals;
  await buildCommandLine(resolve(target));
});
