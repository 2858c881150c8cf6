import { join } from 'node:path';
import { readIfPresent } from '@app-platform/runtime/read-if-present';
import { type GeneratedFile, generatedFiles } from '../generated-files.ts';
import { repositoryFolder } from '../repository.ts';
import { type Outcome, outcome } from './run-tool.ts';

/** Checks that the committed generated files are current. @param files left out for all of them */
export async function generatedFilesAgree(
  repository = repositoryFolder,
  files?: readonly GeneratedFile[],
): Promise<Outcome> {
  const findings: string[] = [];
  for (const { file, build } of files ?? (await generatedFiles())) {
    const found = await readIfPresent(join(repository, file));
    if (found !== (await build())) findings.push(`${file} is stale. Run: npm run generate`);
  }
  return outcome(findings);
}
