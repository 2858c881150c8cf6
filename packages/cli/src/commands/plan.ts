import type { Command } from 'commander';
import { adviseCommands } from '../advised-commands.ts';
import { refusedUsage } from '../failure.ts';
import { type CommandContext, commandAction } from '../run-command.ts';
import { Registry } from '../session/registry.ts';

type Options = RoleOption & {
  to?: string;
  uninstall?: true;
  withDependencies?: true;
  visibility?: 'private' | 'public';
};

export function addPlanCommand(program: Command, context: CommandContext): void {
  withRoles(program.command('plan'))
    .description('Show what installing, upgrading or uninstalling an app would do.')
    .argument('<app>', "the app's name")
    .option('--to <version>', 'a version; the current one without it')
    .option('--uninstall', 'plan the uninstallation')
    .option('--with-dependencies', 'plan to install the missing dependencies too')
    .option('--visibility <visibility>', 'private or public, where both have the name')
    .action(
      commandAction<Options>(context, 'Planning the change', async ([app], options) => {
        const { to, uninstall, withDependencies, visibility } = options;
        const roles = roleChoice(String(app), options);
        if (to && uninstall) throw refusedUsage('Give --to or --uninstall, not both.');
        const registry = await Registry.open(context, options, app);
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

type Attribute = { klass: string; name: string; change: 'added' | 'removed' | 'type_changed' };
type Roles = { added: string[]; removed: string[]; waiting: string[] };
type Webhook = { name?: string | null; change: 'added' | 'changed' | 'removed' };

type Plan = {
  app: string;
  from: string | null;
  to: string | null;
  attributes: Attribute[];
  dependencies: { rule: string; change: 'added' | 'removed' | 'kept'; installed: string | null }[];
  apps: { app: string; to: string; roles: Roles; attributes: Attribute[]; webhooks: Webhook[] }[];
  dependents: { name: string; version: string; rule: string }[];
  roles: Roles;
  grants: { active: number | null; ended: number | null };
  tokens: 'kept' | 'ended' | 'none';
  webhooks: Webhook[];
  problems: { code: string; detail: string }[];
  warnings?: { code: string; detail: string }[];
};

const signs = { added: '+', removed: '-', changed: '~', type_changed: '~', kept: ' ' } as const;

/** One line per effect of a change. */
export function planText(plan: Plan): string {
  const { app, grants, tokens } = plan;
  return [
    `${app}: ${moveText(plan)}`,
    ...attributeLines(plan.attributes),
    ...plan.dependencies.map(
      (one) =>
        `${signs[one.change]} dependency ${one.rule} (installed: ${one.installed ?? 'no version'})`,
    ),
    ...plan.dependents.map((one) => `  needed by ${one.name} ${one.version} (${one.rule})`),
    ...roleLines(plan.roles),
    ...webhookLines(plan.webhooks),
    ...plan.apps.flatMap((one) => [
      `+ app ${one.app} ${one.to}`,
      ...[
        ...attributeLines(one.attributes),
        ...roleLines(one.roles),
        ...webhookLines(one.webhooks),
      ].map((line) => `  ${line}`),
    ]),
    ...(grants.ended ? [`- ${grants.ended} of ${grants.active} grants`] : []),
    ...(tokens === 'ended' ? ['- access and refresh tokens'] : []),
    ...warningLines(plan.warnings),
    ...plan.problems.map(({ code, detail }) => `refused ${code}: ${adviseCommands(detail)}`),
  ].join('\n');
}

export function warningLines(warnings: Plan['warnings'] = []): string[] {
  return warnings.map(({ code, detail }) => `warning ${code}: ${adviseCommands(detail)}`);
}

function moveText({ from, to }: Plan): string {
  if (from === to) return `${to} is installed already`;
  if (from === null) return `${to} would be installed`;
  return to === null ? `${from} would be uninstalled` : `${from} to ${to}`;
}

function attributeLines(attributes: Attribute[]): string[] {
  return attributes.map(({ change, klass, name }) => `${signs[change]} attribute ${klass} ${name}`);
}

function roleLines({ added, removed, waiting }: Roles): string[] {
  return [
    ...added.map((role) => `+ role ${role}`),
    ...removed.map((role) => `- role ${role}`),
    ...waiting.map((role) => `  role ${role} waits for an administrator`),
  ];
}

function webhookLines(webhooks: Webhook[]): string[] {
  return webhooks.map(({ change, name }) => `${signs[change]} webhook ${name ?? ''}`.trimEnd());
}

export type RoleOption = { roles?: string[] };
type RoleChoice = string[] | Record<string, string[]>;

/** Adds `--roles`, which may be given once for each app. */
export function withRoles(command: Command): Command {
  return command.option(
    '--roles <roles>',
    'the most that tokens of the app may have, joined with commas; of another app with <app>=<roles>',
    (value: string, before: string[] = []) => [...before, value],
  );
}

/**
 * Reads `org.a,org.b` as a list for the app itself, and `core=org.a` as one for the app core.
 * @param app as the command names it, with a version or without
 */
export function roleChoice(app: string, { roles }: RoleOption): RoleChoice | undefined {
  const [only] = roles ?? [];
  if (!roles || only === undefined) return undefined;
  if (roles.length === 1 && !only.includes('=')) return rolesOf(only);
  const [appName = app] = app.split('-', 1);
  const chosen = new Map<string, string[]>();
  for (const value of roles) {
    const [name = '', list = ''] = value.includes('=') ? value.split('=', 2) : [appName, value];
    if (chosen.has(name)) throw refusedUsage(`Give --roles once for ${name}.`);
    chosen.set(name, rolesOf(list));
  }
  return Object.fromEntries(chosen);
}

function rolesOf(list: string): string[] {
  return list.split(',').flatMap((role) => role.trim() || []);
}
