import { Argument, type Command } from 'commander';
import { completionWords } from '../completion/completion-words.ts';
import { type Shell, scripts, shells } from '../completion/scripts.ts';
import { type CommandContext, commandAction } from '../run-command.ts';

export function addCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .description('Print a script with which a shell completes commands and options.')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices(shells))
    .action(
      commandAction<object>(context, 'Writing the script', async ([shell]) => {
        const script = scripts[shell as Shell](program.name(), completionWords(program));
        return { data: { shell, script }, text: script };
      }),
    );
}
