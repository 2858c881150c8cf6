import type { Command } from 'commander';
import { type CommandContext, commandAction } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

export function addAttributesCommand(program: Command, context: CommandContext): void {
  program
    .command('attributes')
    .description("List the custom attributes of the organization's apps.")
    .action(
      commandAction<object>(context, 'Listing the attributes', async (_values, options) => {
        const registry = await Registry.open(context, options);
        const found = await registry.list((client, query) =>
          client.GET('/v1/attributes', { params: { query } }),
        );
        const data = found.map(({ attributes }) => attributes);
        const lines = data.map(({ klass, name, displayName, dataType, active, usedBy }) =>
          [
            `${klass} ${name}: ${displayName}`,
            dataType ?? 'of an unknown type',
            `of ${usedBy.map(({ app }) => app).join(', ')}`,
            ...(active ? [] : ['inactive']),
          ].join(', '),
        );
        return { data, text: lines.join('\n') || 'The organization has no custom attribute.' };
      }),
    );
}
