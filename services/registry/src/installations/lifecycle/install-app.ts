import type { Warning } from '@app-platform/contracts';
import { pageKeys, type RequestContext, requireCredential } from '@app-platform/http-api';
import { type Static, Type } from '@sinclair/typebox';
import type { AppVersion } from '../../apps/app-store.ts';
import { draftOf } from '../../apps/drafts/find-draft.ts';
import { findAppVersion, VisibilityChoice } from '../../apps/find-app-version.ts';
import { refuseBlocked } from '../../apps/status.ts';
import type { Principal } from '../../authentication/principal.ts';
import {
  type Change,
  changeInstallations,
  type InstallationDependencies,
  installationAfter,
} from '../change-installations.ts';
import { missingDependencies } from '../dependencies/dependency-search.ts';
import {
  type Placement,
  placements,
  RoleChoice,
  refuseOtherApps,
} from '../dependencies/role-choice.ts';
import { installVersion, sharedObjects } from '../install-version.ts';
import type { Installation } from '../installation-store.ts';
import { findPlan, refuseUnlessPlanned } from '../plan/check-plan.ts';
import type { Plan, PlannedChoice } from '../plan/plan.ts';

export const InstallRequest = Type.Object(
  {
    app: Type.String({
      description: 'A name, for the current version, or `<name>-<version>`.',
      minLength: 1,
      maxLength: 512,
    }),
    visibility: Type.Optional(VisibilityChoice),
    draft: Type.Optional(
      Type.Boolean({
        description: "Installs the organization's draft of the app (`PUT /v1/apps/drafts/{app}`).",
        default: false,
      }),
    ),
    withDependencies: Type.Optional(
      Type.Boolean({
        description:
          'Installs the dependencies that are missing too, each in the highest version that satisfies every rule.',
      }),
    ),
    roles: Type.Optional(RoleChoice),
    plan: Type.Optional(
      Type.String({
        description:
          'Id of a plan (`POST /v1/apps/plan`). The installation is refused where it would do something else by now. `withDependencies` and `roles` that are left out are those of the plan.',
        pattern: pageKeys.uuid.source,
      }),
    ),
  },
  { additionalProperties: false },
);

export type InstallRequest = Static<typeof InstallRequest>;

export type InstallOutcome = {
  outcome: 'installed' | 'changed' | 'unchanged';
  installation: Installation;
  /** The dependencies that were installed, in their order. */
  dependencies: Placement[];
  warnings: Warning[];
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
      return { outcome: 'unchanged', installation: before, dependencies: [], warnings: [] };
    }
    const dependencies = await installAll(change, version, choice);
    const installation = await installationAfter(change, version.appId);
    if (before?.isDraft) await change.stores.drafts.removeUnusedVersion(before.versionId);
    const versions = [...dependencies.map((one) => one.version), version];
    const warnings = await sharedObjects(change, versions);
    return { outcome: before ? 'changed' : 'installed', installation, dependencies, warnings };
  });
}

/** Fills omitted choices from the plan. */
function choiceOf(request: InstallRequest, planned: Plan | undefined): PlannedChoice {
  return {
    withDependencies: request.withDependencies ?? planned?.choice?.withDependencies,
    roles: request.roles ?? planned?.choice?.roles,
  };
}

/** A name without a version means the planned version. */
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
