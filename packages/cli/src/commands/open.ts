import type { Command } from 'commander';
import { type CommandContext, commandAction } from '../run-command.ts';
import { addressesOf } from '../session/registry.ts';

export function addOpenCommand(program: Command, context: CommandContext): void {
  const { config, isTerminal, openBrowser } = context;
  program
    .command('open')
    .description('Open the console in a browser. Without a terminal, print its address.')
    .action(
      commandAction<object>(context, 'Opening the console', async (_values, { profile, json }) => {
        const { baseUrl } = await addressesOf(config, profile);
        const address = `${baseUrl}/console`;
        if (isTerminal && !json) openBrowser(address);
        return { data: { address }, text: address };
      }),
    );
}
