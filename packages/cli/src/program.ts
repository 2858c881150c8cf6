import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { nameOf } from './command-name.ts';
import { addDevCommand } from './commands/dev.ts';
import { addDiffCommand } from './commands/diff.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addInitCommand } from './commands/init.ts';
import {
  addInstallCommand,
  addRestoreCommand,
  addRollbackCommand,
  addUninstallCommand,
} from './commands/installation-commands.ts';
import { addListCommand, addVersionsCommand } from './commands/listing-commands.ts';
import { addLoginCommand, addLogoutCommand } from './commands/login.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addOpenCommand } from './commands/open.ts';
import { addPlanCommand } from './commands/plan.ts';
import { addPullCommand } from './commands/pull.ts';
import { addRegisterCommand } from './commands/register.ts';
import { addSecretCommand } from './commands/secret.ts';
import { addSkillCommand } from './commands/skill.ts';
import { addValidateCommand } from './commands/validate.ts';
import { addWhoamiCommand } from './commands/whoami.ts';
import {
  addDeprecateCommand,
  addUnpublishCommand,
  addYankCommand,
} from './commands/withdrawal-commands.ts';
import { exitCodesText, refusedUsage } from './failure.ts';
import { envelopeOf, reportFailure, type Surroundings } from './run-command.ts';

const commands = [
  addInitCommand,
  addValidateCommand,
  addDevCommand,
  addRegisterCommand,
  addListCommand,
  addVersionsCommand,
  addPullCommand,
  addDiffCommand,
  addPlanCommand,
  addInstallCommand,
  addUninstallCommand,
  addRestoreCommand,
  addRollbackCommand,
  addDeprecateCommand,
  addYankCommand,
  addUnpublishCommand,
  addSecretCommand,
  addDoctorCommand,
  addLoginCommand,
  addLogoutCommand,
  addWhoamiCommand,
  addOpenCommand,
  addSkillCommand,
];

/** The command line of app developers. */
export function appsProgram(surroundings: Surroundings, isJson = false): Command {
  const { version } = manifest;
  const program = new Command('apps')
    .description('Develop apps: validate, register, install and undo.')
    .version(isJson ? envelopeOf({ data: { version } }) : version, '--version', 'print the version')
    .option('--json', 'print one JSON object: ok, data, errors')
    .option('--profile <name>', 'the sign-in to use', 'default')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  for (const add of commands) add(program, surroundings);
  addMcpCommand(program, surroundings, runApps);
  for (const command of withSubcommands(program)) {
    command.showHelpAfterError(`See: ${nameOf(command)} --help`);
    if (command === program || command.commands.length === 0) {
      command.addHelpText('after', `\n${exitCodesText()}`);
    }
  }
  return program;
}

/** Runs a command, and reports wrong usage like every other failure. */
export async function runApps(args: string[], surroundings: Surroundings): Promise<void> {
  const isJson = args.includes('--json');
  const options = isJson ? { json: true as const } : {};
  const written: string[] = [];
  const program = appsProgram(surroundings, isJson);
  // Subcommands have the output of their parent at the time when they were added.
  for (const command of withSubcommands(program)) {
    command.configureOutput({
      writeOut: (text) => surroundings.print(text.trimEnd()),
      writeErr: (text) => void written.push(text.trimEnd()),
      outputError: (text, write) => write(text),
    });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    const detail = written.join('\n') || error.message;
    await reportFailure(refusedUsage(detail), options, surroundings);
  }
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}
