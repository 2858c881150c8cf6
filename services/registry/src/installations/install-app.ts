import type { Visibility } from '@app-platform/app-definition';
import type { RoleChoice } from '@app-platform/contracts';
import { type RequestContext, requireCredential } from '@app-platform/http-api';
import type { AppVersion } from '../apps/app-store.ts';
import { refuseBlocked } from '../apps/blocking.ts';
import { findAppVersion } from '../apps/find-app-version.ts';
import type { Principal } from '../authentication/principal.ts';
import { draftOf } from '../drafts/find-draft.ts';
import { missingDependencies } from '../missing-dependencies/missing-dependencies.ts';
import {
  type Placement,
  placements,
  refuseOtherApps,
} from '../missing-dependencies/role-choice.ts';
import { findPlan, refuseUnlessPlanned } from '../plans/check-plan.ts';
import type { Plan, PlannedChoice } from '../plans/plan-store.ts';
import {
  changeInstallations,
  type InstallationDependencies,
  installationAfter,
} from './change-installations.ts';
import { type Change, installVersion } from './install-version.ts';
import type { Installation } from './installation-store.ts';

export type InstallRequest = {
  /** A name, for the current version, or `<name>-<version>`. */
  app: string;
  visibility?: Visibility;
  /** Installs the organization's draft of the app. */
  draft?: boolean;
  /** Installs the dependencies that are missing too. Left out: as in the plan, or not. */
  withDependencies?: boolean;
  /** The most that tokens may have. Left out: as in the plan, or as stored and declared. */
  roles?: RoleChoice;
  /** Id of a plan to which the change is bound. */
  plan?: string;
};

export type InstallOutcome = {
  outcome: 'installed' | 'changed' | 'unchanged';
  installation: Installation;
  /** The dependencies that were installed, in their order. */
  dependencies: Placement[];
};

/**
 * Installs an app for the principal's organization, or changes its installed version.
 * @throws AppError `app_blocked`; or every reason at once: dependencies, defective components,
 *   attribute names, a yanked version; `plan_outdated`; `invalid_body` for roles of other apps;
 *   `insufficient_user_authentication` for a ceiling that is raised with an old sign-in
 */
export function installApp(
  dependencies: InstallationDependencies,
  principal: Principal,
  request: InstallRequest,
  context: RequestContext,
): Promise<InstallOutcome> {
  return changeInstallations(dependencies, principal, context, async (change) => {
    const planned = request.plan === undefined ? undefined : await findPlan(change, request.plan);
    const choice = choiceOf(request, planned);
    const version = request.draft
      ? await draftOf(change, request.app)
      : await findAppVersion(change.stores, principal, referenceOf(request, planned));
    refuseBlocked(version);
    const before = change.installed.find(({ appId }) => appId === version.appId);
    const move = { installation: before, version, ...choice };
    if (planned) await refuseUnlessPlanned(change, planned, move);
    const [unchanged] = placements(change, choice.roles, { version, dependencies: [] });
    if (before && unchanged && isInstalled(before, unchanged)) {
      refuseOtherApps(change, choice.roles, [unchanged]);
      return { outcome: 'unchanged', installation: before, dependencies: [] };
    }
    const dependencies = await installAll(change, version, choice);
    const installation = await installationAfter(change, version.appId);
    if (before?.isDraft) await change.stores.drafts.removeUnusedVersion(before.versionId);
    return { outcome: before ? 'changed' : 'installed', installation, dependencies };
  });
}

/** What the request leaves out is as it was planned. */
function choiceOf(request: InstallRequest, planned: Plan | undefined): PlannedChoice {
  return {
    withDependencies: request.withDependencies ?? planned?.choice?.withDependencies,
    roles: request.roles ?? planned?.choice?.roles,
  };
}

/** A name alone means the version that was planned. */
function referenceOf({ app, visibility }: InstallRequest, planned: Plan | undefined) {
  const isPlanned = planned && planned.to !== null && !app.includes('-');
  const text = isPlanned ? `${app}-${planned.to}` : app;
  return { text, visibility, source: { pointer: '/app' } };
}

/**
 * Installs the missing dependencies, then the app.
 * @returns the dependencies
 * @throws AppError `invalid_body`; `forbidden`, `insufficient_user_authentication` for a ceiling that is
 *   raised, which is administration as `POST …/roles` is; `app_blocked`
 */
async function installAll(
  change: Change,
  version: AppVersion,
  { withDependencies = false, roles }: PlannedChoice,
): Promise<Placement[]> {
  const missing = await missingDependencies(change, version, withDependencies);
  const apps = placements(change, roles, { version, dependencies: missing });
  if (change.problems.isEmpty) refuseOtherApps(change, roles, apps);
  const raisesCeiling = apps.some((one) => one.raisesCeiling);
  if (raisesCeiling) requireCredential('administration', change.principal, change.at);
  for (const one of apps) {
    refuseBlocked(one.version);
    await installVersion(change, one.version, one.ceiling);
  }
  return apps.slice(0, -1);
}

function isInstalled(before: Installation, { version, ceiling }: Placement): boolean {
  if (before.versionId !== version.versionId) return false;
  if (ceiling === undefined) return true;
  if (before.roles === null || ceiling.roles === null) return before.roles === ceiling.roles;
  return new Set(before.roles).symmetricDifference(new Set(ceiling.roles)).size === 0;
}
