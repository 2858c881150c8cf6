import { ProblemList, privateName } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { AppStores } from '../apps/app-name-store.ts';
import type { DraftStores } from '../apps/drafts/draft-store.ts';
import { type AppReference, findAppVersion } from '../apps/find-app-version.ts';
import type { AttributeStores } from '../attributes/attribute-setting-store.ts';
import type { AuditStores } from '../audit/audit-store.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Database } from '../database/database.ts';
import type { EventStores } from '../events/event-store.ts';
import type { OrganizationStores } from '../organizations/organization-store.ts';
import type { EndedAccessStore } from './ended-access-store.ts';
import type { InstallationRequestStore } from './installation-request-store.ts';
import type { Installation, InstallationStore } from './installation-store.ts';
import type { PlanStore } from './plan-store.ts';
import type { AppPolicyStore } from './policy/app-policy-store.ts';
import type { UninstallationStore } from './uninstallation-store.ts';

/** The stores that a change of installations needs. */
export type InstallationStores = DraftStores &
  AttributeStores &
  AuditStores &
  EventStores &
  OrganizationStores & {
    appPolicies: AppPolicyStore;
    endedAccess: EndedAccessStore;
    installations: InstallationStore;
    installationRequests: InstallationRequestStore;
    plans: PlanStore;
    uninstallations: UninstallationStore;
  };

/** One change of an organization's installations, with all that it reads and writes in its transaction. */
export type Change = {
  stores: InstallationStores;
  principal: Principal;
  context: RequestContext;
  at: Date;
  installed: readonly Installation[];
  /** Refuse the whole change. */
  problems: ProblemList;
};

export type InstallationDependencies = { database: Database<InstallationStores>; clock: Clock };

/**
 * Runs a change of an organization's installations in a transaction, one at a time.
 * @throws AppError with every problem that the change added
 */
export function changeInstallations<Result>(
  { database, clock }: InstallationDependencies,
  principal: Principal,
  context: RequestContext,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  const { organizationId } = principal;
  return database.transaction(async (stores) => {
    await stores.organizations.lock(organizationId);
    const installed = await stores.installations.list(organizationId);
    const problems = new ProblemList();
    const change = { stores, principal, context, at: clock(), installed, problems };
    const result = await work(change);
    if (!problems.isEmpty) throw new AppError(problems.conflicts());
    return result;
  });
}

/** The installation of an app after a change without problems. @throws AppError with the problems */
export async function installationAfter(
  { stores, principal, problems }: Change,
  appId: bigint,
): Promise<Installation> {
  if (!problems.isEmpty) throw new AppError(problems.conflicts());
  const installation = await stores.installations.find(principal.organizationId, appId);
  if (!installation) throw new Error('an installation vanished inside its transaction');
  return installation;
}

/**
 * The installation of the app that a path names.
 * @throws AppError `ambiguous_app`; `not_found` where the app is not installed, or a version is named,
 *   which would be ignored
 */
export async function findInstallation(
  { stores, principal, installed }: { stores: AppStores } & Pick<Change, 'principal' | 'installed'>,
  reference: AppReference,
): Promise<Installation> {
  if (reference.text.includes('-')) throw notInstalled(reference.text);
  const drafted = installed.find((one) => isOfDraft(one, reference.text, principal));
  if (drafted) return drafted;
  const { name } = await findAppVersion(stores, principal, reference);
  const installation = installed.find((one) => one.name === name);
  if (!installation) throw notInstalled(name);
  return installation;
}

/** Whether it is an installed draft of an app without versions, which no version is found for. */
function isOfDraft(
  { name, visibility }: Installation,
  text: string,
  { organizationId }: Principal,
): boolean {
  return visibility === 'draft' && (name === text || name === privateName(text, organizationId));
}

function notInstalled(name: string): AppError {
  const detail = `The app '${name}' is not installed. See GET /v1/apps/installed.`;
  return new AppError(problem('not_found', detail, { parameter: 'name' }));
}
