import type { Command } from 'commander';
import { runs, type Surroundings } from '../run-command.ts';
import { addressesOf } from '../session/registry.ts';

export function addOpenCommand(program: Command, surroundings: Surroundings): void {
  const { config, isTerminal, openBrowser } = surroundings;
  program
    .command('open')
    .description('Open the console in a browser. Without a terminal, print its address.')
    .action(
      runs<object>(surroundings, 'Opening the console', async (_values, { profile, json }) => {
        const { baseUrl } = await addressesOf(config, profile);
        const address = `${baseUrl}/console`;
        if (isTerminal && !json) openBrowser(address);
        return { data: { address }, text: address };
      }),
    );
}
