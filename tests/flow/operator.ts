import { join } from 'node:path';
import type { PlatformAddresses } from './platform.ts';
import { type Finished, RunningProcess, repositoryFolder } from './run-process.ts';

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
