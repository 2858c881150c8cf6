import { join } from 'node:path';
import { readIfPresent } from '@app-platform/runtime/read-if-present';
import { generatedFiles } from '../generated-files.ts';
import { repositoryFolder } from '../repository.ts';
import { type Outcome, outcome } from './run-tool.ts';

/** Checks that the committed generated files are current. */
export async function generatedFilesAgree(repository = repositoryFolder): Promise<Outcome> {
  const findings: string[] = [];
  for (const { file, build } of await generatedFiles()) {
    const found = await readIfPresent(join(repository, file));
    if (found !== (await build())) findings.push(`${file} is stale. Run: npm run generate`);
  }
  return outcome(findings);
}
