import type { Visibility } from '@app-platform/app-definition';
import type { RequestContext } from '@app-platform/http-api';
import type { AppVersion } from '../apps/app-store.ts';
import { appVersionId } from '../apps/available-app.ts';
import { refuseBlocked } from '../apps/blocking.ts';
import { findAppVersion } from '../apps/find-app-version.ts';
import type { Principal } from '../authentication/principal.ts';
import { draftOf } from '../drafts/find-draft.ts';
import { findPlan, refuseUnlessPlanned } from '../plans/check-plan.ts';
import type { Plan } from '../plans/plan-store.ts';
import {
  changeInstallations,
  type InstallationDependencies,
  installationAfter,
} from './change-installations.ts';
import { addBrokenDependents, addDependencyProblems, candidatesOf } from './dependencies.ts';
import { findDependencies } from './dependency-search.ts';
import { type Change, installVersion } from './install-version.ts';
import type { Installation } from './installation-store.ts';

export type InstallRequest = {
  /** A name, for the current version, or `<name>-<version>`. */
  app: string;
  visibility?: Visibility;
  /** Installs the organization's draft of the app. */
  draft?: boolean;
  /** Installs the dependencies that are missing too. */
  withDependencies?: boolean;
  /** The most that tokens may have; left out, an upgrade keeps what is stored. */
  roles?: string[];
  /** Id of a plan to which the change is bound. */
  plan?: string;
};

export type InstallOutcome = {
  outcome: 'installed' | 'changed' | 'unchanged';
  installation: Installation;
  /** The dependencies that were installed, as `<name>-<version>` in their order. */
  dependencies: string[];
};

/**
 * Installs an app for the principal's organization, or changes its installed version.
 * @throws AppError `app_blocked`; or every reason at once: dependencies, defective components,
 *   attribute names, a yanked version; `plan_outdated`
 */
export function installApp(
  dependencies: InstallationDependencies,
  principal: Principal,
  request: InstallRequest,
  context: RequestContext,
): Promise<InstallOutcome> {
  return changeInstallations(dependencies, principal, context, async (change) => {
    const { withDependencies = false, roles: allowed } = request;
    const planned = request.plan === undefined ? undefined : await findPlan(change, request.plan);
    const version = request.draft
      ? await draftOf(change, request.app)
      : await findAppVersion(change.stores, principal, referenceOf(request, planned));
    refuseBlocked(version);
    const before = change.installed.find(({ appId }) => appId === version.appId);
    const ceiling = allowed && { roles: allowed, waitingRoles: [] };
    const move = { installation: before, version, ceiling };
    if (planned) await refuseUnlessPlanned(change, planned, move);
    if (before?.versionId === version.versionId && isSameCeiling(before.roles, allowed)) {
      return { outcome: 'unchanged', installation: before, dependencies: [] };
    }
    const installed = await installDependencies(change, version, withDependencies);
    await installVersion(change, version, ceiling);
    const installation = await installationAfter(change, version.appId);
    if (before?.isDraft) await change.stores.drafts.removeUnusedVersion(before.versionId);
    return { outcome: before ? 'changed' : 'installed', installation, dependencies: installed };
  });
}

/** A name alone means the version that was planned. */
function referenceOf({ app, visibility }: InstallRequest, planned: Plan | undefined) {
  const isPlanned = planned && planned.to !== null && !app.includes('-');
  const text = isPlanned ? `${app}-${planned.to}` : app;
  return { text, visibility, source: { pointer: '/app' } };
}

/** Checks the dependencies of a version, and installs those that are missing where that is asked for. */
async function installDependencies(
  change: Change,
  version: AppVersion,
  withDependencies: boolean,
): Promise<string[]> {
  const { stores, principal, installed, problems } = change;
  const candidates = candidatesOf(stores, principal);
  if (!withDependencies) {
    await addDependencyProblems(problems, version, installed, candidates);
    return [];
  }
  addBrokenDependents(problems, version, installed);
  const found = await findDependencies(version, installed, candidates);
  if (!found.ok) {
    for (const one of found.problems) problems.add(() => one);
    return [];
  }
  const ids: string[] = [];
  for (const { name, version: precedence } of found.versions) {
    const dependency = await stores.apps.findVersion(principal.organizationId, name, precedence);
    if (!dependency) throw new Error('a version vanished that was found before');
    refuseBlocked(dependency);
    await installVersion(change, dependency);
    ids.push(appVersionId(dependency));
  }
  return ids;
}

function isSameCeiling(stored: string[] | null, asked: string[] | undefined): boolean {
  if (asked === undefined) return true;
  return stored !== null && new Set(stored).symmetricDifference(new Set(asked)).size === 0;
}
