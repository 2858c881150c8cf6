import type { Command } from 'commander';
import { refusedUsage } from '../failure.ts';
import { type CommandContext, commandAction } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

type TransferOptions = { to?: string; accept?: true; withdraw?: true; decline?: true };

const USAGE =
  'Say one of: --to ORGANIZATION_ID, --withdraw; at the other organization --accept, --decline.';

export function addTransferCommand(program: Command, context: CommandContext): void {
  program
    .command('transfer')
    .description('Give a public app to another organization, which accepts it within a week.')
    .argument('<app>', "the app's name")
    .option('--to <organization>', 'offer it to the organization of this id')
    .option('--accept', 'take over an app that is offered to your organization')
    .option('--withdraw', 'end the offer of your organization')
    .option('--decline', 'end an offer to your organization')
    .action(
      commandAction<TransferOptions>(context, 'Transferring the app', async ([app], options) => {
        const { to, accept, withdraw, decline } = options;
        const chosen = [to, accept, withdraw, decline].filter((one) => one !== undefined);
        if (chosen.length !== 1) throw refusedUsage(USAGE);
        const registry = await Registry.open(context, options, app);
        const name = String(app);
        if (to !== undefined) return offer(registry, name, to);
        if (accept) return take(registry, name);
        const path = '/v1/apps/transfers/{name}';
        const params = { path: { name } };
        await registry.call((client) => client.DELETE(path, { params }));
        return { data: { app: name }, text: `The offer of ${name} has ended.` };
      }),
    );
}

async function offer(registry: Registry, app: string, organizationId: string) {
  const { data } = await registry.call((client) =>
    client.POST('/v1/apps/transfers', { body: { app, organizationId } }),
  );
  const { app: name, to, expiresAt } = data.attributes;
  return {
    data: data.attributes,
    text: [
      `${name} is offered to ${to.name} (${to.id}) until ${expiresAt}.`,
      `An administrator there accepts it: apps transfer ${name} --accept`,
    ].join('\n'),
  };
}

async function take(registry: Registry, name: string) {
  const { data } = await registry.call((client) =>
    client.POST('/v1/apps/transfers/{name}/acceptance', { params: { path: { name } } }),
  );
  const { app, to } = data.attributes;
  return {
    data: data.attributes,
    text: [
      `${app} belongs to ${to.name}. It stays installed everywhere.`,
      `Its former owner knows its client secret. Make a new one: apps secret rotate ${app}`,
    ].join('\n'),
  };
}
