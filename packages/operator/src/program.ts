import { constants } from 'node:os';
import { Command } from 'commander';
import { appCommand } from './app-command.ts';
import { applyCommand } from './apply/apply-command.ts';
import { readOperatorConfig } from './config.ts';
import { InternalClient, type ProgramDependencies } from './internal-client.ts';
import { keysCommand } from './keys-command.ts';
import { nameCommand } from './name-command.ts';
import { apiKeyCommand, organizationCommand } from './organization-command.ts';
import { usageCommand } from './usage-command.ts';
import { userCommand } from './user-command.ts';

/** The operator's command line. Each command prints for people, or with `--json` for programs. */
export function operatorProgram(dependencies: ProgramDependencies): Command {
  const program = new Command('operator')
    .description('Administration of the platform by its operator.')
    .showHelpAfterError();
  program.addCommand(organizationCommand(dependencies));
  program.addCommand(apiKeyCommand(dependencies));
  program.addCommand(userCommand(dependencies));
  program.addCommand(appCommand(dependencies));
  program.addCommand(nameCommand(dependencies));
  program.addCommand(keysCommand(dependencies));
  program.addCommand(usageCommand(dependencies));
  program.addCommand(applyCommand(dependencies));
  return program;
}

/** Results go to standard output, progress to standard error. */
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

/** Runs the command that the arguments name. A failure prints its message and sets exit code 1. */
export async function runProgram(
  program: ReturnType<typeof operatorProgramOfEnvironment>,
): Promise<void> {
  // A normal exit removes the incomplete file of an export.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
  try {
    await program.parseAsync();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
