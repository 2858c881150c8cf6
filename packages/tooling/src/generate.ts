import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseCommandLine, runCommand } from '@app-platform/testing/command-line';
import { repositoryFolder } from './repository.ts';
import { buildRuleList, ruleListFile } from './rule-list.ts';

const usage = `Usage: npm run generate

Writes the committed files that are made from the code: the list of lint rules, the API
documents, the pages of errors, audit events, roles, components and lint rules, and the diagrams of the imports.`;

await runCommand(async () => {
  parseCommandLine(process.argv.slice(2), usage, {});
  // The documents are made from the list of rules, so the list is written before they are loaded.
  await writeFile(join(repositoryFolder, ruleListFile), await buildRuleList());
  const { generatedFiles } = await import('./generated-files.ts');
  for (const { file, build } of await generatedFiles()) {
    const path = join(repositoryFolder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await build());
    console.log(`wrote ${file}`);
  }
});
