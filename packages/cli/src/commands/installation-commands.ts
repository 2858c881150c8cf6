import type { Command } from 'commander';
import { type CommandContext, commandAction } from '../run-command.ts';
import { Registry } from '../session/registry.ts';
import { type RoleOption, roleChoice, warningLines, withRoles } from './plan.ts';

type InstalledApp = { attributes: { name: string; version: string; waitingRoles: string[] } };
type VisibilityOption = { visibility?: 'private' | 'public' };
type PlanOption = { plan?: string };
type InstallOptions = VisibilityOption &
  PlanOption &
  RoleOption & { withDependencies?: true; draft?: true };

export function addInstallCommand(program: Command, context: CommandContext): void {
  withRoles(program.command('install'))
    .description('Install an app, or upgrade it.')
    .argument('<app>', "an app's name, or <name>-<version>")
    .option('--plan <id>', 'refuse to do anything else than this plan')
    .option('--draft', "install the organization's draft of the app")
    .option('--with-dependencies', 'install the missing dependencies too')
    .option('--visibility <visibility>', 'private or public, where both have the name')
    .action(
      commandAction<InstallOptions>(context, 'Installing the app', async ([app], options) => {
        const { withDependencies, visibility, plan, draft } = options;
        const roles = roleChoice(String(app), options);
        const registry = await Registry.open(context, options, app);
        const body = {
          app: String(app),
          ...(withDependencies && { withDependencies }),
          ...(roles && { roles }),
          ...(plan && { plan }),
          ...(draft && { draft }),
          ...(visibility && { visibility }),
        };
        const { data, meta } = await registry.call((client) =>
          client.POST('/v1/apps/installed', { body }),
        );
        const also = meta?.installedDependencies ?? [];
        const others = also.length > 0 ? `, and with it ${also.join(', ')}` : '';
        const text = [
          ...warningLines(meta?.warnings),
          meta?.outcome === 'unchanged'
            ? unchangedText(data)
            : installedText('Installed', data, others),
          ...Object.entries(meta?.waitingRoles ?? {}).map(
            ([name, waiting]) =>
              `${name} has no role yet. It asks for ${waiting.join(', ')}. Decide with: apps install ${name} --roles <roles>`,
          ),
        ].join('\n');
        return { data: { ...data, meta }, text };
      }),
    );
}

function unchangedText(data: InstalledApp): string {
  const { name, version } = data.attributes;
  const [, ...waiting] = installedText('Installed', data).split('\n');
  return [`${name} ${version} is already installed. Nothing changed.`, ...waiting].join('\n');
}

/** The installed version, and the roles that an administrator has to allow. */
function installedText(verb: string, { attributes }: InstalledApp, others = ''): string {
  const { name, version, waitingRoles } = attributes;
  const waiting =
    waitingRoles.length > 0
      ? [`Until an administrator allows them, it lacks the roles ${waitingRoles.join(', ')}.`]
      : [];
  return [`${verb} ${name} ${version}${others}.`, ...waiting].join('\n');
}

export function addUninstallCommand(program: Command, context: CommandContext): void {
  withName(program.command('uninstall'), 'Uninstall an app.')
    .option('--plan <id>', 'refuse to do anything else than this plan')
    .action(
      commandAction<VisibilityOption & PlanOption>(
        context,
        'Uninstalling the app',
        async (values, options) => {
          const [app] = values;
          const { plan } = options;
          const registry = await Registry.open(context, options, app);
          const { path, query } = parametersOf(app, options);
          await registry.call((client) =>
            client.DELETE('/v1/apps/installed/{name}', {
              params: { path, query: { ...query, ...(plan && { plan }) } },
            }),
          );
          return {
            data: { name: app },
            text: `Uninstalled ${app}. Within 30 days take it back with: apps restore ${app}`,
          };
        },
      ),
    );
}

export function addRestoreCommand(program: Command, context: CommandContext): void {
  withName(program.command('restore'), 'Undo an uninstallation, within 30 days.').action(
    commandAction<VisibilityOption>(context, 'Restoring the app', async ([app], options) => {
      const registry = await Registry.open(context, options, app);
      const { data } = await registry.call((client) =>
        client.POST('/v1/apps/installed/{name}/restore', { params: parametersOf(app, options) }),
      );
      return { data, text: installedText('Restored', data) };
    }),
  );
}

export function addRollbackCommand(program: Command, context: CommandContext): void {
  withName(program.command('rollback'), 'Return to the version that was installed before.').action(
    commandAction<VisibilityOption>(context, 'Rolling back', async ([app], options) => {
      const registry = await Registry.open(context, options, app);
      const { data } = await registry.call((client) =>
        client.POST('/v1/apps/installed/{name}/rollback', { params: parametersOf(app, options) }),
      );
      return { data, text: installedText('Rolled back to', data) };
    }),
  );
}

function withName(command: Command, description: string): Command {
  return command
    .description(description)
    .argument('<app>', "the app's name")
    .option('--visibility <visibility>', 'private or public, where both have the name');
}

function parametersOf(app: unknown, { visibility }: VisibilityOption) {
  return { path: { name: String(app) }, query: { ...(visibility && { visibility }) } };
}
