import { ProblemList, type Visibility } from '@app-platform/app-definition';
import { type Problem, problem, type Warning } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { AppVersion } from '../apps/app-store.ts';
import { appVersionId } from '../apps/available-app.ts';
import { refuseBlocked } from '../apps/blocking.ts';
import { findAppVersion } from '../apps/find-app-version.ts';
import { declaredRoles } from '../apps/roles-of.ts';
import type { Principal } from '../authentication/principal.ts';
import type { RegistryDatabase, Stores } from '../stores.ts';
import { addBrokenDependents, addDependencyProblems, type Candidates } from './dependencies.ts';
import { findDependencies } from './dependency-search.ts';
import type { Installation } from './installation-store.ts';

export type InstallRequest = {
  /** A name, for the current version, or `<name>-<version>`. */
  app: string;
  visibility?: Visibility;
  /** Installs the dependencies that are missing too. */
  withDependencies?: boolean;
  /** The most that tokens may have; left out, an upgrade keeps what is stored. */
  roles?: string[];
};

export type InstallOutcome = {
  outcome: 'installed' | 'changed' | 'unchanged';
  installation: Installation;
  /** The dependencies that were installed, as `<name>-<version>` in their order. */
  dependencies: string[];
};

/** One installation with all that it reads and writes in its transaction. */
type Change = {
  stores: Stores;
  principal: Principal;
  context: RequestContext;
  at: Date;
  installed: readonly Installation[];
  /** What the request allows the app itself. */
  roles: { appId: bigint; allowed: string[] | undefined };
  /** Refuse the whole installation. */
  problems: ProblemList;
};

/**
 * Installs an app for the principal's organization, or changes its installed version.
 * @throws AppError `app_blocked`; or every reason at once: dependencies, defective components,
 *   attribute names
 */
export async function installApp(
  { database, clock }: { database: RegistryDatabase; clock: Clock },
  principal: Principal,
  { app: text, visibility, withDependencies = false, roles: allowed }: InstallRequest,
  context: RequestContext,
): Promise<InstallOutcome> {
  const { organizationId } = principal;
  return database.transaction(async (stores) => {
    await stores.organizations.lock(organizationId);
    const reference = { text, visibility, source: { pointer: '/app' } };
    const version = await findAppVersion(stores, principal, reference);
    refuseBlocked(version);
    const installed = await stores.installations.list(organizationId);
    const before = installed.find(({ appId }) => appId === version.appId);
    if (before?.version === version.version && isSameCeiling(before.roles, allowed)) {
      return { outcome: 'unchanged', installation: before, dependencies: [] };
    }
    const problems = new ProblemList();
    const roles = { appId: version.appId, allowed };
    const change = { stores, principal, context, at: clock(), installed, roles, problems };
    const dependencies = await installDependencies(change, version, withDependencies);
    await installVersion(change, version);
    if (!problems.isEmpty) throw new AppError(problems.conflicts());
    const installation = await stores.installations.find(organizationId, version.appId);
    if (!installation) throw new Error('an installation vanished inside its transaction');
    return { outcome: before ? 'changed' : 'installed', installation, dependencies };
  });
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

function candidatesOf({ appNames }: Stores, { organizationId }: Principal): Candidates {
  return {
    find: (names) => appNames.candidates(organizationId, names),
    dependencies: (name, version) => appNames.dependencies(organizationId, name, version),
  };
}

/** Installs a version unless there are problems, of which it adds those of its own parts. */
async function installVersion(change: Change, version: AppVersion): Promise<void> {
  const { stores, principal, context, at, installed, problems } = change;
  const { organizationId } = principal;
  for (const warning of version.defects) problems.add(() => defect(version, warning));
  for (const conflict of await stores.attributes.listConflicts(organizationId, version)) {
    problems.add(() => attributeConflict(conflict));
  }
  if (!problems.isEmpty) return;
  const before = installed.find(({ appId }) => appId === version.appId);
  const { appId, versionId } = version;
  const declared = declaredRoles(version);
  const allowed = change.roles.appId === appId ? change.roles.allowed : undefined;
  // A new version does not widen what the administrator allowed.
  const roles = allowed ?? (before ? before.roles : declared);
  const installation = { organizationId, appId, versionId, declaredRoles: declared, roles, at };
  await stores.installations.put(installation);
  await stores.audit.record({
    actor: principal,
    action: before ? 'installation.changed' : 'installation.created',
    subject: appVersionId(version),
    organizationId,
    context,
    ...(before && { before: auditedValues(before) }),
    after: auditedValues({ version: version.version, roles }),
  });
}

function isSameCeiling(stored: string[] | null, asked: string[] | undefined): boolean {
  if (asked === undefined) return true;
  return stored !== null && new Set(stored).symmetricDifference(new Set(asked)).size === 0;
}

function auditedValues({ version, roles }: Pick<Installation, 'version' | 'roles'>) {
  return { version, ...(roles && { roles }) };
}

function defect({ name, version }: AppVersion, warning: Warning): Problem {
  const detail = `${name} ${version}: ${warning.detail} Install a corrected version.`;
  const meta = { code: warning.code, definition: warning.source };
  return problem('component_defective', detail, { pointer: '/app' }, meta);
}

function attributeConflict(conflict: { klass: string; name: string; app: string }): Problem {
  const { klass, name, app } = conflict;
  const detail = `The attribute ${name} of ${klass} is provided by ${app} here, an app of another organization.`;
  return problem('attribute_conflict', detail, { pointer: '/app' }, conflict);
}
