import type { Command } from 'commander';
import { type CommandContext, commandAction } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

const roles = ['org.admin.api_keys'];

export function addKeysCommand(program: Command, context: CommandContext): void {
  const keys = program.command('keys').description("The organization's API keys.");
  for (const add of [addList, addCreate, addRevoke]) add(keys, context);
}

function addList(keys: Command, context: CommandContext): void {
  keys
    .command('list')
    .description("List the organization's API keys, revoked ones among them.")
    .action(
      commandAction<object>(context, 'Listing the keys', async (_values, options) => {
        const registry = await Registry.open(context, options, undefined, { roles });
        const found = await registry.list((client, query) =>
          client.GET('/v1/api-keys', { params: { query } }),
        );
        const data = found.map(({ id, attributes }) => ({ id, ...attributes }));
        const lines = data.map(({ id, name, hint, roles: held, lastUsedAt, revokedAt }) =>
          [
            `${id} ${name || 'without a name'} (${hint}…): ${held.join(', ')}`,
            lastUsedAt ? `last used at ${lastUsedAt}` : 'never used',
            ...(revokedAt ? [`revoked at ${revokedAt}`] : []),
          ].join(', '),
        );
        return { data, text: lines.join('\n') || 'The organization has no API key.' };
      }),
    );
}

type NewKey = { name: string; role: string[] };

function addCreate(keys: Command, context: CommandContext): void {
  keys
    .command('create')
    .description('Create an API key, with roles that you hold. It is shown once.')
    .requiredOption('--name <name>', 'what people know the key by')
    .requiredOption('--role <role...>', 'a role of the key, such as org.admin.apps; repeatable')
    .action(
      commandAction<NewKey>(context, 'Creating the key', async (_values, options) => {
        const { name, role } = options;
        const registry = await Registry.open(context, options, undefined, { roles });
        const { data: created } = await registry.call((client) =>
          client.POST('/v1/api-keys', { body: { name, roles: role } }),
        );
        const { id, attributes } = created;
        return {
          data: { id, ...attributes },
          text: `Created the API key ${id}.\nKey, shown only now: ${attributes.key}`,
        };
      }),
    );
}

function addRevoke(keys: Command, context: CommandContext): void {
  keys
    .command('revoke')
    .description('Revoke an API key at once.')
    .argument('<id>', 'the id of the key, as `apps keys list` lists it')
    .action(
      commandAction<object>(context, 'Revoking the key', async ([id], options) => {
        const registry = await Registry.open(context, options, undefined, { roles });
        await registry.call((client) =>
          client.DELETE('/v1/api-keys/{id}', { params: { path: { id: String(id) } } }),
        );
        return { data: { id }, text: `Revoked the API key ${id}.` };
      }),
    );
}
