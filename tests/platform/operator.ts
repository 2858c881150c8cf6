import { join } from 'node:path';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { type Finished, RunningProcess } from '@app-platform/testing/processes/run-process';
import type { PlatformAddresses } from './platform.ts';

const program = join(repositoryFolder, 'packages/operator/src/main.ts');

/** Runs the operator's command line as a process of its own. */
export function runOperator(
  { registryInternalUrl, oauthInternalUrl, operatorToken }: PlatformAddresses,
  ...parameters: string[]
): Promise<Finished> {
  const running = new RunningProcess(
    ['--disable-warning=ExperimentalWarning', program, ...parameters],
    {
      REGISTRY_INTERNAL_URL: registryInternalUrl,
      OAUTH_INTERNAL_URL: oauthInternalUrl,
      OPERATOR_TOKEN: operatorToken,
    },
  );
  return running.finished();
}
