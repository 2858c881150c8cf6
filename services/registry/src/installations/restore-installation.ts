import { problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import { refuseBlocked } from '../apps/blocking.ts';
import { type AppReference, findAppVersion } from '../apps/find-app-version.ts';
import type { Principal } from '../authentication/principal.ts';
import { addDependencyProblems, candidatesOf } from '../missing-dependencies/dependencies.ts';
import {
  changeInstallations,
  type InstallationDependencies,
  installationAfter,
} from './change-installations.ts';
import { type Change, installVersion } from './install-version.ts';
import type { Installation } from './installation-store.ts';
import { RESTORABLE_DAYS, type Uninstallation } from './uninstallation-store.ts';

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
