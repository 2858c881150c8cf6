import { readOperatorConfig } from './config.ts';
import { InternalClient } from './internal-client.ts';
import { operatorProgram } from './program.ts';

/** Where every command writes to. */
export const output = {
  print: (text: string) => console.log(text),
  reportProgress: (text: string) => console.error(text),
};

/** The commands that call the internal APIs. */
export function operatorProgramOfEnvironment() {
  return operatorProgram({
    registry: async () => {
      const { registryInternalUrl, operatorToken } = await readOperatorConfig();
      return new InternalClient(registryInternalUrl, operatorToken);
    },
    oauth: async () => {
      const { oauthInternalUrl, operatorToken } = await readOperatorConfig();
      return new InternalClient(oauthInternalUrl, operatorToken);
    },
    ...output,
  });
}

/** Runs the command of the command line. A failure prints its message and sets exit code 1. */
export async function runProgram(
  program: ReturnType<typeof operatorProgramOfEnvironment>,
): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
