import {
  type AppDefinition,
  type AppEventType,
  registryRules,
  warningOf,
} from '@app-platform/app-definition';
import { holdsRole, type Problem, problem, type Warning } from '@app-platform/contracts';
import type { RegistryAuditAction } from '@app-platform/contracts/audit-actions';
import type { AppVersion } from '../apps/app-store.ts';
import { appVersionId } from '../apps/available-app.ts';
import { declaredRoles, registeredDefinition } from '../apps/registered-definition.ts';
import { yankedProblem } from '../apps/status.ts';
import { auditedActor } from '../audit/audit-store.ts';
import type { Change } from './change-installations.ts';
import type { Ceiling, Installation } from './installation-store.ts';

/** The audit action and the event of a change that is not a plain installation or upgrade. */
export type Announcement = { action?: RegistryAuditAction; event?: AppEventType };

/** Adds why a version cannot work in an organization, apart from its dependencies. */
export async function addVersionProblems(
  { stores, principal, installed, problems }: Omit<Change, 'context' | 'at'>,
  version: AppVersion,
): Promise<void> {
  const before = installed.find(({ appId }) => appId === version.appId);
  if (before?.versionId !== version.versionId) {
    for (const yanked of yankedProblem(version)) problems.add(() => yanked);
  }
  if (!(await stores.appPolicies.allows(principal.organizationId, version.appId))) {
    problems.add(() => notAllowed(version));
  }
  for (const warning of version.defects) problems.add(() => defect(version, warning));
  const conflicts = await stores.attributes.listConflicts(principal.organizationId, version);
  for (const conflict of conflicts) problems.add(() => attributeConflict(conflict));
}

/**
 * Installs a version in place of another one of the app, unless there are problems.
 * @param ceiling left out: the ceiling stays, so that a new version gets no role without a decision
 */
export async function installVersion(
  change: Change,
  version: AppVersion,
  ceiling?: Ceiling,
  { action, event }: Announcement = {},
): Promise<void> {
  await addVersionProblems(change, version);
  if (!change.problems.isEmpty) return;
  const { stores, principal, context, at, installed } = change;
  const { organizationId } = principal;
  const before = installed.find(({ appId }) => appId === version.appId);
  const { appId, versionId } = version;
  const declared = declaredRoles(version);
  const decided = ceiling ?? ceilingAfter(before, declared);
  const installation = {
    organizationId,
    appId,
    versionId,
    declaredRoles: declared,
    ...decided,
    at,
    by: auditedActor(principal),
  };
  await stores.installations.put(installation);
  await stores.audit.record({
    actor: principal,
    action: action ?? (before ? 'installation.changed' : 'installation.created'),
    subject: appVersionId(version),
    organizationId,
    context,
    ...(before && { before: auditedValues(before) }),
    after: auditedValues({ version: version.version, ...decided }),
  });
  if (!before) await fulfilRequests(change, version);
  if (before?.versionId === versionId) return;
  const data = before && { data: { previousVersion: before.version } };
  await stores.events.append({
    type: event ?? (before ? 'app.upgraded' : 'app.installed'),
    ...{ appId, app: version.name, version: version.version, organizationId, at, ...data },
  });
}

/** Ends the requests of users for an app that is installed now. */
async function fulfilRequests(
  { stores, principal, context }: Change,
  { appId, name }: AppVersion,
): Promise<void> {
  const { organizationId } = principal;
  const requests = await stores.installationRequests.removeOf(organizationId, appId);
  if (requests === 0) return;
  await stores.audit.record({
    actor: principal,
    action: 'installation_request.fulfilled',
    subject: name,
    organizationId,
    context,
    after: { requests },
  });
}

/** The ceiling of a new installation is what the definition declares; an upgrade keeps what it had. */
export function ceilingAfter(before: Installation | undefined, declared: string[] | null): Ceiling {
  if (!before) return { roles: declared, waitingRoles: [] };
  return { roles: before.roles, waitingRoles: waitingRoles(before, declared) };
}

/** Roles that the previous version did not declare, and those that waited before and are still declared. */
function waitingRoles(before: Installation, declared: string[] | null): string[] {
  const { roles: allowed, declaredRoles: declaredBefore } = before;
  if (allowed === null || declared === null) return [];
  const waited = new Set(before.waitingRoles);
  const isNew = (role: string) => declaredBefore !== null && !holdsRole(declaredBefore, role);
  return declared.filter((role) => !holdsRole(allowed, role) && (waited.has(role) || isNew(role)));
}

function auditedValues({
  version,
  roles,
  waitingRoles: waiting,
}: Pick<Installation, 'version' | 'roles' | 'waitingRoles'>) {
  return { version, ...(roles && { roles }), ...(waiting.length > 0 && { waitingRoles: waiting }) };
}

function notAllowed({ name }: AppVersion): Problem {
  const detail = `Your organization does not allow '${name}'. An administrator can allow it in the settings of the console.`;
  return problem('app_not_allowed', detail, { pointer: '/app' }, { app: name });
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

/**
 * The custom objects of versions that are installed, or are to be, which another installed app defines too.
 * Both apps then write records of one object.
 */
export async function sharedObjects(
  { stores, principal }: Pick<Change, 'stores' | 'principal'>,
  versions: readonly AppVersion[],
): Promise<Warning[]> {
  const warnings: Warning[] = [];
  const named = new Set<string>();
  for (const { name: app, appId, ...version } of versions) {
    const objects = customObjects(registeredDefinition(version));
    if (objects.length === 0) continue;
    const { organizationId } = principal;
    const shared = await stores.installations.listSharedObjects(organizationId, appId, objects);
    for (const one of shared) {
      // Both of a pair may be installed at once.
      const pair = [app, one.app].sort().join(' ');
      if (!named.has(`${pair} ${one.object}`)) warnings.push(sharedObject(app, one));
      named.add(`${pair} ${one.object}`);
    }
  }
  return warnings;
}

function sharedObject(app: string, shared: { app: string; object: string }): Warning {
  const { object, app: other } = shared;
  const detail = `${app} and ${other} both define the custom object '${object}', so each changes the records of the other. Keep one of the two apps, unless that is meant.`;
  return warningOf(registryRules.sharedCustomObject, detail, '/app', false);
}

/** The custom objects in `klasses`, without additions to standard Klasses. */
function customObjects({ klasses = [] }: AppDefinition): string[] {
  const custom = klasses.filter(({ metadata }) => metadata?.standard !== true);
  return [...new Set(custom.map(({ name }) => name))];
}
