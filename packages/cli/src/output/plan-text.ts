import { adviseCommands } from './advised-commands.ts';

type Attribute = { klass: string; name: string; change: 'added' | 'removed' | 'type_changed' };
type Roles = { added: string[]; removed: string[]; waiting: string[] };
type Webhook = { name?: string | null; change: 'added' | 'changed' | 'removed' };

export type Plan = {
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
    ...plan.problems.map(({ code, detail }) => `refused ${code}: ${adviseCommands(detail)}`),
  ].join('\n');
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
