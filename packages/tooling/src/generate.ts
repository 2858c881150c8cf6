import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseCommandLine, runCommand } from './command-line.ts';
import { generatedFiles } from './generated-files.ts';
import { repositoryFolder } from './repository.ts';

const usage = `Usage: npm run generate

Writes the committed files that are made from the code: the API documents, the pages of errors, audit
events, components and lint rules, and the picture of the architecture.`;

await runCommand(async () => {
  parseCommandLine(process.argv.slice(2), usage, {});
  // Every command generates the database clients first.
  for (const { file, build } of await generatedFiles()) {
    const path = join(repositoryFolder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await build());
    console.log(`wrote ${file}`);
  }
});
