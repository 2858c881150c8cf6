import { problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { AppVersion } from '../apps/app-store.ts';
import { refuseBlocked } from '../apps/blocking.ts';
import type { AppReference } from '../apps/find-app-version.ts';
import type { Principal } from '../authentication/principal.ts';
import { addDependencyProblems, candidatesOf } from '../missing-dependencies/dependencies.ts';
import {
  changeInstallations,
  type InstallationDependencies,
  installationAfter,
} from './change-installations.ts';
import { findInstallation } from './find-installation.ts';
import { type Change, installVersion } from './install-version.ts';
import type { Installation } from './installation-store.ts';

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
