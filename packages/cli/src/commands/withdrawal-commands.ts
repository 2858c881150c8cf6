import type { Command } from 'commander';
import { refusedUsage } from '../failure.ts';
import { type CommandContext, commandAction } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

type DeprecateOptions = { message?: string; successor?: string; undo?: true };
type YankOptions = { reason?: string; undo?: true };

export function addDeprecateCommand(program: Command, context: CommandContext): void {
  program
    .command('deprecate')
    .description('Advise against a version.')
    .argument('<version>', '<name>-<version>')
    .option('--message <text>', 'why, for the organizations that have it installed')
    .option('--successor <app>', 'the app, or <name>-<version>, that takes its place')
    .option('--undo', 'stop advising against it')
    .action(
      commandAction<DeprecateOptions>(context, 'Deprecating the version', async ([id], options) => {
        const { message, successor, undo } = options;
        if (!undo && !message) throw refusedUsage('Say why: --message TEXT, or take back: --undo.');
        const registry = await Registry.open(context, options, id);
        const params = { path: { appVersion: String(id) } };
        const path = '/v1/apps/available/{appVersion}/deprecation';
        const body = { message: message ?? '', ...(successor && { successor }) };
        const { data } = await registry.call((client) =>
          undo ? client.DELETE(path, { params }) : client.POST(path, { params, body }),
        );
        return { data, text: `${data.id} is ${undo ? 'no longer ' : ''}deprecated.` };
      }),
    );
}

export function addYankCommand(program: Command, context: CommandContext): void {
  program
    .command('yank')
    .description('Refuse new installations of a version.')
    .argument('<version>', '<name>-<version>')
    .option('--reason <text>', 'why, for those who want to install it')
    .option('--undo', 'allow new installations again')
    .action(
      commandAction<YankOptions>(context, 'Yanking the version', async ([id], options) => {
        const { reason, undo } = options;
        if (!undo && !reason) throw refusedUsage('Say why: --reason TEXT, or take back: --undo.');
        const registry = await Registry.open(context, options, id);
        const params = { path: { appVersion: String(id) } };
        const path = '/v1/apps/available/{appVersion}/yank';
        if (undo) {
          const { data } = await registry.call((client) => client.DELETE(path, { params }));
          return { data, text: `${data.id} is no longer yanked.` };
        }
        const { data, meta } = await registry.call((client) =>
          client.POST(path, { params, body: { reason: reason ?? '' } }),
        );
        const dependents = meta.dependents.map(
          (one) => `  needed by ${one.name} ${one.version} (${one.rule})`,
        );
        const kept = `${data.id} is yanked. Organizations that keep it: ${meta.installations}.`;
        return { data: { ...data, meta }, text: [kept, ...dependents].join('\n') };
      }),
    );
}

export function addUnpublishCommand(program: Command, context: CommandContext): void {
  program
    .command('unpublish')
    .description('Remove a version for ever, within 72 hours.')
    .argument('<version>', '<name>-<version>')
    .action(
      commandAction<object>(context, 'Removing the version', async ([id], options) => {
        const registry = await Registry.open(context, options, id);
        const params = { path: { appVersion: String(id) } };
        const { data } = await registry.call((client) =>
          client.DELETE('/v1/apps/available/{appVersion}', { params }),
        );
        return { data, text: data.attributes.notice };
      }),
    );
}
