import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { nameOf } from './command-name.ts';
import { addAttributesCommand } from './commands/attributes.ts';
import { addCompletionCommand } from './commands/completion.ts';
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
import { addKeysCommand } from './commands/keys.ts';
import { addListCommand, addVersionsCommand } from './commands/listing-commands.ts';
import { addLoginCommand, addLogoutCommand } from './commands/login.ts';
import { addLogsCommand } from './commands/logs.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addOpenCommand } from './commands/open.ts';
import { addPlanCommand } from './commands/plan.ts';
import { addPullCommand } from './commands/pull.ts';
import { addRegisterCommand } from './commands/register.ts';
import { addSecretCommand } from './commands/secret.ts';
import { addSkillCommand } from './commands/skill.ts';
import { addTransferCommand } from './commands/transfer.ts';
import { addValidateCommand } from './commands/validate.ts';
import { addWebhooksCommand } from './commands/webhooks.ts';
import { addWhoamiCommand } from './commands/whoami.ts';
import {
  addDeprecateCommand,
  addUnpublishCommand,
  addYankCommand,
} from './commands/withdrawal-commands.ts';
import { exitCodesText, refusedUsage } from './failure.ts';
import { type CommandContext, envelopeOf, reportFailure } from './run-command.ts';

const commands = [
  addInitCommand,
  addValidateCommand,
  addDevCommand,
  addRegisterCommand,
  addListCommand,
  addVersionsCommand,
  addLogsCommand,
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
  addTransferCommand,
  addSecretCommand,
  addWebhooksCommand,
  addKeysCommand,
  addAttributesCommand,
  addDoctorCommand,
  addLoginCommand,
  addLogoutCommand,
  addWhoamiCommand,
  addOpenCommand,
  addCompletionCommand,
  addSkillCommand,
];

/** The command line of app developers. */
export function appsProgram(context: CommandContext, isJson = false): Command {
  const { version } = manifest;
  const program = new Command('apps')
    .description('Develop apps: validate, register, install and undo.')
    .version(isJson ? envelopeOf({ data: { version } }) : version, '--version', 'print the version')
    .option('--json', 'print one JSON object: ok, data, errors')
    .option('--profile <name>', 'the sign-in to use', 'default')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  for (const add of commands) add(program, context);
  addMcpCommand(program, context, runApps);
  for (const command of withSubcommands(program)) {
    command.showHelpAfterError(`See: ${nameOf(command)} --help`);
    if (command === program || command.commands.length === 0) {
      command.addHelpText('after', `\n${exitCodesText()}`);
    }
  }
  return program;
}

const NO_COMMAND = 'Name a command. See: apps --help';

/** Runs a command, and reports wrong usage like every other failure. */
export async function runApps(args: string[], context: CommandContext): Promise<void> {
  const isJson = args.includes('--json');
  const options = isJson ? { json: true as const } : {};
  const written: string[] = [];
  const program = appsProgram(context, isJson);
  // Subcommands have the output of their parent at the time when they were added.
  for (const command of withSubcommands(program)) {
    command.configureOutput({
      writeOut: (text) => context.print(text.trimEnd()),
      writeErr: (text) => void written.push(text.trimEnd()),
      outputError: (text, write) => write(text),
    });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return;
    const isHelp = error.code === 'commander.help' && isJson;
    const detail = isHelp ? NO_COMMAND : written.join('\n') || error.message;
    await reportFailure(refusedUsage(detail), options, context);
  }
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}
