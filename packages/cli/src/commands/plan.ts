import type { Command } from 'commander';
import { refusedUsage } from '../failure.ts';
import { type Plan, planText } from '../output/plan-text.ts';
import { Registry } from '../platform/registry.ts';
import { runs } from '../run-command.ts';
import type { Surroundings } from '../surroundings.ts';
import { type RoleOption, roleChoice, withRoles } from './role-choice.ts';

type Options = RoleOption & {
  to?: string;
  uninstall?: true;
  withDependencies?: true;
  visibility?: 'private' | 'public';
};

export function addPlanCommand(program: Command, surroundings: Surroundings): void {
  withRoles(program.command('plan'))
    .description('Show what installing, upgrading or uninstalling an app would do.')
    .argument('<app>', "the app's name")
    .option('--to <version>', 'a version; the current one without it')
    .option('--uninstall', 'plan the uninstallation')
    .option('--with-dependencies', 'plan to install the missing dependencies too')
    .option('--visibility <visibility>', 'private or public, where both have the name')
    .action(
      runs<Options>(surroundings, 'Planning the change', async ([app], options) => {
        const { to, uninstall, withDependencies, visibility } = options;
        const roles = roleChoice(String(app), options);
        if (to && uninstall) throw refusedUsage('Give --to or --uninstall, not both.');
        const registry = await Registry.open(surroundings, options);
        const body = {
          app: String(app),
          ...(to && { to }),
          ...(uninstall && { to: null }),
          ...(withDependencies && { withDependencies }),
          ...(roles && { roles }),
          ...(visibility && { visibility }),
        };
        const { data } = await registry.call((client) => client.POST('/v1/apps/plan', { body }));
        return { data, text: `${planText(data.attributes)}\n${nextStep(data)}` };
      }),
    );
}

function nextStep({ id, attributes: { app, to, problems } }: { id: string; attributes: Plan }) {
  if (problems.length > 0) return 'The change would be refused as it is.';
  const command = to === null ? `uninstall ${app}` : `install ${app}-${to}`;
  return `Do exactly this with: apps ${command} --plan ${id}`;
}
