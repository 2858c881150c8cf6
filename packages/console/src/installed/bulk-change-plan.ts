import { parseDependency } from '@app-platform/app-definition';
import { queryOptions } from '@tanstack/react-query';
import { isMissing } from '../api/refusals.ts';
import { type Installation, type Plan, readPlan } from '../directory/queries.ts';
import { availableUpdate } from './listed-apps.ts';

/** What is done with several apps at once. */
export type BulkChange = 'update' | 'uninstall';

/** One app's part of the plan. */
export type BulkPlannedApp = {
  app: Installation;
  /** Without the problems that end when the other apps are changed before it. */
  plan: Plan;
  /** The names of the apps on which the plan depends. */
  related: ReadonlySet<string>;
};

/**
 * The plan of each app that is still to be changed, in the order of the changes: an app is updated after
 * those that it needs, and uninstalled before them.
 */
export function bulkChangeQuery(change: BulkChange, chosen: readonly Installation[]) {
  const apps = chosen.filter((app) => change === 'uninstall' || availableUpdate(app) !== null);
  const names = new Set(apps.map(({ name }) => name));
  return queryOptions({
    queryKey: ['plan', 'bulk', change, apps.map(({ name, version }) => `${name}-${version}`)],
    queryFn: async () => {
      const planned = await Promise.all(apps.map((app) => planOf(change, app, names)));
      return inOrder(
        change,
        planned.filter((one) => one !== undefined),
      );
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function planOf(
  change: BulkChange,
  app: Installation,
  names: ReadonlySet<string>,
): Promise<BulkPlannedApp | undefined> {
  const plan = await planChange(change, app);
  if (plan === undefined) return undefined;
  const problems = plan.problems.filter((problem) => !isAmong(names, problem));
  return { app, plan: { ...plan, problems }, related: relatedApps(plan, names) };
}

/** Plans the change of one app as the installed apps are now. @returns undefined if it is already changed */
export async function planChange(change: BulkChange, app: Installation): Promise<Plan | undefined> {
  const { name, visibility } = app;
  try {
    const to = change === 'update' ? availableUpdate(app) : null;
    const plan = await readPlan({ app: name, visibility, to });
    return plan.from === plan.to ? undefined : plan;
  } catch (error) {
    if (change === 'uninstall' && isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether the plan of an app may be outdated after another app was changed. */
export function isAffected(planned: BulkPlannedApp, changed: BulkPlannedApp): boolean {
  return planned.related.has(changed.app.name) || changed.related.has(planned.app.name);
}

/** @param names of all apps that are changed. A warning does not name apps, so that it may concern each. */
function relatedApps(plan: Plan, names: ReadonlySet<string>): Set<string> {
  return new Set([
    ...neededApps(plan),
    ...plan.dependents.map(({ name }) => name),
    ...plan.attributes.flatMap(({ alsoProvidedBy }) => alsoProvidedBy),
    ...plan.problems.flatMap(appsOfRule),
    ...((plan.warnings ?? []).length > 0 ? names : []),
  ]);
}

function neededApps({ dependencies }: Plan): string[] {
  return dependencies.map(({ rule }) => parseDependency(rule).name);
}

/** Whether both apps of a rule are changed. */
function isAmong(names: ReadonlySet<string>, problem: Plan['problems'][number]): boolean {
  const apps = appsOfRule(problem);
  return apps.length > 0 && apps.every((app) => names.has(app));
}

/** The app that has the violated rule, and the one that the rule names. */
function appsOfRule({ code, meta }: Plan['problems'][number]): string[] {
  if (!code.startsWith('dependency_')) return [];
  const { app = '', rule = '' } = meta as { app?: string; rule?: string };
  return [app, parseDependency(rule).name];
}

/** Apps that others of them need come first, for an uninstallation last. A cycle keeps its order. */
function inOrder(change: BulkChange, planned: readonly BulkPlannedApp[]): BulkPlannedApp[] {
  const byName = new Map(planned.map((one) => [one.app.name, one]));
  const ordered = new Set<BulkPlannedApp>();
  const visited = new Set<BulkPlannedApp>();
  const visit = (one: BulkPlannedApp) => {
    if (visited.has(one)) return;
    visited.add(one);
    for (const name of neededApps(one.plan)) {
      const needed = byName.get(name);
      if (needed) visit(needed);
    }
    ordered.add(one);
  };
  for (const one of planned) visit(one);
  return change === 'update' ? [...ordered] : [...ordered].reverse();
}
