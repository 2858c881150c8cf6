import type { Command } from 'commander';
import { type CommandContext, commandAction } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

type Options = { from?: string; to?: string };

const signs = { added: '+', changed: '~', removed: '-' } as const;

export function addDiffCommand(program: Command, context: CommandContext): void {
  program
    .command('diff')
    .description('List what differs between two registered versions.')
    .argument('<app>', "the app's name")
    .option('--from <version>', 'a version; the one before the other without it')
    .option('--to <version>', 'a version; the current one without it')
    .action(
      commandAction<Options>(
        context,
        'Comparing the versions',
        async ([app], { from, to, ...rest }) => {
          const registry = await Registry.open(context, rest, app);
          const query = { ...(from && { from }), ...(to && { to }) };
          const { data } = await registry.call((client) =>
            client.GET('/v1/apps/available/{name}/diff', {
              params: { path: { name: String(app) }, query },
            }),
          );
          const lines = data.changes.map(
            ({ change, component, name }) =>
              `${signs[change]} ${component}${name ? ` ${name}` : ''}`,
          );
          const { smallestIncrement } = data;
          const increment = smallestIncrement
            ? `the changes need a ${smallestIncrement} increment`
            : 'nothing differs';
          const text = `${data.from} to ${data.to}: ${increment}`;
          return { data, text: [text, ...lines].join('\n') };
        },
      ),
    );
}
