import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generatedFiles } from './generated-files.ts';
import { repositoryFolder } from './repository.ts';

// The database clients are generated before any command, this one too.
for (const { file, build } of await generatedFiles()) {
  const path = join(repositoryFolder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, await build());
  console.log(`wrote ${file}`);
}
