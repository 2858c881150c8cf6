import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseCommandLine, runCommand } from './command-line.ts';
import { generatedFiles } from './generated-files.ts';
import { repositoryFolder } from './repository.ts';

const usage = `Usage: npm run generate

Writes the files anew that are committed and yet follow from others: the API documents.`;

await runCommand(async () => {
  parseCommandLine(process.argv.slice(2), usage, {});
  // The database clients are generated before any command, this one too.
  for (const { file, build } of await generatedFiles()) {
    const path = join(repositoryFolder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await build());
    console.log(`wrote ${file}`);
  }
});
