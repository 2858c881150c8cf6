import { problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { AppVersion } from '../../apps/app-store.ts';
import { type AppReference, findAppVersion } from '../../apps/find-app-version.ts';
import { refuseBlocked } from '../../apps/status.ts';
import type { Principal } from '../../authentication/principal.ts';
import {
  type Change,
  changeInstallations,
  findInstallation,
  type InstallationDependencies,
  installationAfter,
} from '../change-installations.ts';
import { addDependencyProblems, candidatesOf } from '../dependencies/dependencies.ts';
import { installVersion } from '../install-version.ts';
import type { Installation } from '../installation-store.ts';
import { RESTORABLE_DAYS, type Uninstallation } from '../uninstallation-store.ts';

/**
 * Undoes an uninstallation: the same version with the roles that administrators allowed. It is a new
 * installation to grants and tokens, which stay ended.
 * @throws AppError `not_found`, `ambiguous_app`, `already_installed`, and as an installation
 */
export function restoreInstallation(
  dependencies: InstallationDependencies,
  principal: Principal,
  reference: AppReference,
  context: RequestContext,
): Promise<Installation> {
  return changeInstallations(dependencies, principal, context, async (change) => {
    const { stores, problems, installed, at } = change;
    const { organizationId } = principal;
    const { name, appId } = await findAppVersion(stores, principal, reference);
    refuseInstalled(change, name);
    const ended = await stores.uninstallations.find(organizationId, appId, at);
    if (!ended) throw notRestorable(name);
    const version = await stores.apps.findVersionById(appId, ended.versionId);
    if (!version) throw new Error('an uninstallation names a version that is gone');
    refuseBlocked(version);
    const candidates = candidatesOf(stores, principal);
    await addDependencyProblems(problems, version, installed, candidates);
    await installVersion(change, version, ceilingOf(ended), restored);
    const { limitedUsers, limitedRoles } = ended;
    await stores.installations.setLimit({ organizationId, appId, limitedUsers, limitedRoles });
    await stores.uninstallations.remove(organizationId, appId);
    return installationAfter(change, appId);
  });
}

const restored = { action: 'installation.restored', event: 'app.restored' } as const;

function ceilingOf({ roles, waitingRoles }: Uninstallation) {
  return { roles, waitingRoles };
}

function refuseInstalled({ installed }: Change, name: string): void {
  const installation = installed.find((one) => one.name === name);
  if (!installation) return;
  const detail = `'${name}' is installed in version ${installation.version}.`;
  throw new AppError(problem('already_installed', detail, { parameter: 'name' }));
}

function notRestorable(name: string): AppError {
  const detail = `'${name}' was not uninstalled here within the last ${RESTORABLE_DAYS} days. Install it: POST /v1/apps/installed {"app":"${name}"}.`;
  return new AppError(problem('not_found', detail, { parameter: 'name' }));
}

/**
 * Installs the version that was installed before the last change of version. A second rollback undoes
 * the first.
 * @throws AppError `not_found`, `ambiguous_app`, `no_previous_version`, and as an installation
 */
export function rollbackInstallation(
  dependencies: InstallationDependencies,
  principal: Principal,
  reference: AppReference,
  context: RequestContext,
): Promise<Installation> {
  return changeInstallations(dependencies, principal, context, async (change) => {
    const installation = await findInstallation(change, reference);
    const version = await previousVersion(change, installation);
    refuseBlocked(version);
    const { stores, problems, installed } = change;
    const candidates = candidatesOf(stores, principal);
    await addDependencyProblems(problems, version, installed, candidates);
    await installVersion(change, version, undefined, { action: 'installation.rolled_back' });
    return installationAfter(change, installation.appId);
  });
}

async function previousVersion(
  { stores }: Change,
  { appId, name, version, previousVersionId }: Installation,
): Promise<AppVersion> {
  const previous =
    previousVersionId === null
      ? undefined
      : await stores.apps.findVersionById(appId, previousVersionId);
  if (previous) return previous;
  const detail = `No version of '${name}' was installed before ${version}, or it was unpublished. Name a version: POST /v1/apps/installed {"app":"${name}-<version>"}.`;
  throw new AppError(problem('no_previous_version', detail, { parameter: 'name' }));
}
