import { AppError, type RequestContext } from '@app-platform/http-api';
import type { AppReference } from '../../apps/find-app-version.ts';
import type { Principal } from '../../authentication/principal.ts';
import { changeInstallations, findInstallation } from '../change-installations.ts';
import { addRequiredProblems } from '../dependencies/dependencies.ts';
import { findPlan, refuseUnlessPlanned } from '../plan/check-plan.ts';
import { countGrants, type PlanDependencies } from '../plan/plan-change.ts';

/**
 * Uninstalls an app from the principal's organization.
 * @throws AppError `ambiguous_app`, `not_found` where it is not installed, `dependency_required` with
 *   the names of the installed apps that depend on it, `plan_outdated`
 */
export async function uninstallApp(
  dependencies: PlanDependencies,
  principal: Principal,
  { reference, planId }: { reference: AppReference; planId?: string | undefined },
  context: RequestContext,
): Promise<void> {
  const { organizationId } = principal;
  const { text: app, visibility } = reference;
  const activeGrants =
    planId === undefined ? null : await countGrants(dependencies, principal, { app, visibility });
  await changeInstallations(dependencies, principal, context, async (change) => {
    const { stores, installed, at, problems } = change;
    const installation = await findInstallation(change, reference);
    const { name } = installation;
    addRequiredProblems(problems, name, installed);
    if (!problems.isEmpty) throw new AppError(problems.conflicts());
    const move = { installation, activeGrants };
    if (planId !== undefined)
      await refuseUnlessPlanned(change, await findPlan(change, planId), move);
    await stores.uninstallations.keep(organizationId, installation.appId, at);
    await stores.installations.remove(organizationId, installation.appId);
    if (installation.isDraft) await stores.drafts.removeUnusedVersion(installation.versionId);
    await stores.audit.record({
      actor: principal,
      action: 'installation.removed',
      subject: `${name}-${installation.version}`,
      organizationId,
      context,
      before: { version: installation.version },
    });
    const { appId, version } = installation;
    const event = { type: 'app.uninstalled', appId, app: name, version, organizationId } as const;
    await stores.events.append({ ...event, at: dependencies.clock() });
    if (dependencies.oauthClient) {
      const installedSince = installation.installedSince.toISOString();
      const { clientId } = installation;
      await stores.endedAccess.add({ organizationId, clientId, installedSince }, at);
    }
  });
}
