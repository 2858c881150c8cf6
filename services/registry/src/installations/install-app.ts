import { ProblemList } from '@app-platform/app-definition';
import { type Problem, problem, type Warning } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { AppVersion } from '../apps/app-store.ts';
import { appVersionId } from '../apps/available-app.ts';
import { findAppVersion } from '../apps/find-app-version.ts';
import type { Principal } from '../authentication/principal.ts';
import type { RegistryDatabase, Stores } from '../stores.ts';
import { addDependencyProblems } from './dependencies.ts';
import type { Installation } from './installation-store.ts';

export type InstallOutcome = {
  outcome: 'installed' | 'changed' | 'unchanged';
  installation: Installation;
};

/**
 * Installs an app for the principal's organization, or changes its installed version.
 * @param app a name, for the highest version, or `<name>-<version>`
 * @throws AppError with every reason at once: dependencies, defective components, attribute names
 */
export async function installApp(
  { database, clock }: { database: RegistryDatabase; clock: Clock },
  principal: Principal,
  app: string,
  context: RequestContext,
): Promise<InstallOutcome> {
  const { organizationId } = principal;
  return database.transaction(async (stores) => {
    await stores.organizations.lock(organizationId);
    const version = await findAppVersion(stores, principal, app, { pointer: '/app' });
    const installed = await stores.installations.list(organizationId);
    const before = installed.find(({ appId }) => appId === version.appId);
    if (before?.version === version.version) {
      return { outcome: 'unchanged', installation: before };
    }
    await refuseUnlessInstallable(stores, principal, version, installed);
    const at = clock();
    await stores.installations.put(organizationId, version, at);
    await stores.audit.record({
      actor: principal,
      action: before ? 'installation.changed' : 'installation.created',
      subject: appVersionId(version),
      organizationId,
      context,
      ...(before && { before: { version: before.version } }),
      after: { version: version.version },
    });
    const installation = await stores.installations.find(organizationId, version.appId);
    if (!installation) throw new Error('an installation vanished inside its transaction');
    return { outcome: before ? 'changed' : 'installed', installation };
  });
}

async function refuseUnlessInstallable(
  stores: Stores,
  principal: Principal,
  version: AppVersion,
  installed: readonly Installation[],
): Promise<void> {
  const { organizationId } = principal;
  const problems = new ProblemList();
  await addDependencyProblems(problems, version, installed, {
    versions: (names) => stores.apps.listHighestVersions(organizationId, names),
    dependencies: (name) => stores.apps.listDependencies(organizationId, name),
  });
  for (const warning of version.defects) problems.add(() => defect(warning));
  for (const conflict of await stores.attributes.listConflicts(organizationId, version)) {
    problems.add(() => attributeConflict(conflict));
  }
  if (!problems.isEmpty) throw new AppError(problems.conflicts());
}

function defect(warning: Warning): Problem {
  const detail = `${warning.detail} Install a corrected version.`;
  const meta = { code: warning.code, definition: warning.source };
  return problem('component_defective', detail, { pointer: '/app' }, meta);
}

function attributeConflict(conflict: { klass: string; name: string; app: string }): Problem {
  const { klass, name, app } = conflict;
  const detail = `The attribute ${name} of ${klass} is provided by ${app} here, an app of another organization.`;
  return problem('attribute_conflict', detail, { pointer: '/app' }, conflict);
}
