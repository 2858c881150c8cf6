import type { AppEventType, ProblemList } from '@app-platform/app-definition';
import { holdsRole, type Problem, problem, type Warning } from '@app-platform/contracts';
import type { RegistryAuditAction } from '@app-platform/contracts/audit-actions';
import type { RequestContext } from '@app-platform/http-api';
import type { AppVersion } from '../apps/app-store.ts';
import { appVersionId } from '../apps/available-app.ts';
import { declaredRoles } from '../apps/roles-of.ts';
import { yankedProblem } from '../apps/withdrawal.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Ceiling } from '../missing-dependencies/role-choice.ts';
import type { Stores } from '../stores.ts';
import type { Installation } from './installation-store.ts';

/** One change of an organization's installations, with all that it reads and writes in its transaction. */
export type Change = {
  stores: Stores;
  principal: Principal;
  context: RequestContext;
  at: Date;
  installed: readonly Installation[];
  /** Refuse the whole change. */
  problems: ProblemList;
};

/** How a change is recorded and told, where it is no installation or upgrade as such. */
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
  for (const warning of version.defects) problems.add(() => defect(version, warning));
  const conflicts = await stores.attributes.listConflicts(principal.organizationId, version);
  for (const conflict of conflicts) problems.add(() => attributeConflict(conflict));
}

/**
 * Installs a version in place of another one of the app, unless there are problems.
 * @param ceiling left out: as it was, so that a new version gets no role that nobody allowed
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

/** Roles that the version before did not declare, with those that waited before and are declared still. */
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
