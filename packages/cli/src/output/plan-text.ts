export type Plan = {
  app: string;
  from: string | null;
  to: string | null;
  attributes: { klass: string; name: string; change: 'added' | 'removed' | 'type_changed' }[];
  dependencies: { rule: string; change: 'added' | 'removed' | 'kept'; installed: string | null }[];
  dependents: { name: string; version: string; rule: string }[];
  roles: { added: string[]; removed: string[]; waiting: string[] };
  grants: { active: number | null; ended: number | null };
  tokens: 'kept' | 'ended' | 'none';
  webhooks: { name?: string | null; change: 'added' | 'changed' | 'removed' }[];
  problems: { code: string; detail: string }[];
};

const signs = { added: '+', removed: '-', changed: '~', type_changed: '~', kept: ' ' } as const;

/** One line per effect of a change. */
export function planText(plan: Plan): string {
  const { app, from, to, roles, grants, tokens } = plan;
  return [
    `${app}: ${from ?? 'not installed'} to ${to ?? 'not installed'}`,
    ...plan.attributes.map((one) => `${signs[one.change]} attribute ${one.klass} ${one.name}`),
    ...plan.dependencies.map(
      (one) =>
        `${signs[one.change]} dependency ${one.rule} (installed: ${one.installed ?? 'no version'})`,
    ),
    ...plan.dependents.map((one) => `  needed by ${one.name} ${one.version} (${one.rule})`),
    ...roles.added.map((role) => `+ role ${role}`),
    ...roles.removed.map((role) => `- role ${role}`),
    ...roles.waiting.map((role) => `  role ${role} waits for an administrator`),
    ...plan.webhooks.map((one) => `${signs[one.change]} webhook ${one.name ?? ''}`.trimEnd()),
    ...(grants.ended ? [`- ${grants.ended} of ${grants.active} grants`] : []),
    ...(tokens === 'ended' ? ['- access and refresh tokens'] : []),
    ...plan.problems.map(({ code, detail }) => `refused ${code}: ${detail}`),
  ].join('\n');
}
