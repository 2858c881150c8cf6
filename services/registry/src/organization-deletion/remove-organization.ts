import type {
  OrganizationRemovalRequest,
  OrganizationRemovalResponse,
} from '@app-platform/contracts';
import { type Clock, type Logger, QueueWorker } from '@app-platform/runtime';
import type { RemovedRows } from '@app-platform/runtime/database';
import type { DraftStores } from '../apps/drafts/draft-store.ts';
import type { Database } from '../database/database.ts';
import type { EventStores } from '../events/event-store.ts';
import type { EndedAccessStore } from '../installations/ended-access-store.ts';
import type { InstallationStore } from '../installations/installation-store.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';
import type { DeletionStores } from './delete-organization.ts';
import type { InstallationToEnd } from './deletion-store.ts';
import type { OrganizationRowStore } from './organization-row-store.ts';

type RemovalStores = DeletionStores &
  DraftStores &
  EventStores & {
    endedAccess: EndedAccessStore;
    installations: InstallationStore;
    organizationRows: OrganizationRowStore;
  };

export type RemovalDependencies = {
  database: Database<RemovalStores>;
  clock: Clock;
  /** Removes rows at the OAuth service; left out where there is none. */
  removeAtOauth?: (request: OrganizationRemovalRequest) => Promise<OrganizationRemovalResponse>;
};

/** Few enough for short transactions. */
const MOST_ROWS = 500;
const MOST_INSTALLATIONS = 50;

const remover = { kind: 'service', id: 'organization-removal' } as const;
const contextOf = (id: string) => ({
  // No request has caused it.
  requestId: `organization-removal-${id}`,
  traceId: null,
  address: '',
});

/** Removes the rows of organizations that are being deleted. */
export function organizationRemoval({
  logger,
  ...dependencies
}: RemovalDependencies & { logger: Logger }) {
  return new QueueWorker({
    queue: dependencies.database.deletions.queue,
    step: ({ organizationId }) => removeSome(dependencies, organizationId),
    failure: 'organization not deleted yet',
    ...{ clock: dependencies.clock, logger },
  });
}

/**
 * Takes the next step of a deletion, in one transaction or one call: of the installations, of the rows of its first
 * apps, of their rows at the OAuth service, of these apps, and so on. Each step may be repeated, and by two
 * replicas at once. Rows are counted in the transaction that removes them.
 * @returns whether a step is left
 */
export async function removeSome(dependencies: RemovalDependencies, id: string): Promise<boolean> {
  const { database } = dependencies;
  const isRemoved = await database.transaction(async (stores) => {
    await stores.organizationRows.lock(id);
    const removed =
      (await endInstallationsOfOthers(dependencies, stores, id)) ??
      (await endOwnInstallations(dependencies, stores, id)) ??
      (await stores.organizationRows.removeSome(id, MOST_ROWS));
    if (removed) await stores.deletions.addRemoved(id, removed);
    return removed !== undefined;
  });
  if (isRemoved) return true;
  const clientIds = await database.deletions.listClientIds(id);
  const removedAtOauth = await removeAtOauth(dependencies, { organizationId: id, clientIds });
  if (!removedAtOauth) return true;
  if (clientIds.length > 0) {
    await database.transaction(async ({ deletions, organizationRows }) => {
      await organizationRows.lock(id);
      const app = await deletions.removeApps(id, clientIds);
      await deletions.addRemoved(id, { app });
    });
    return true;
  }
  await finish(dependencies, id, removedAtOauth);
  return false;
}

/** @returns all that was removed there, once nothing is left */
async function removeAtOauth(
  { removeAtOauth: call }: RemovalDependencies,
  request: OrganizationRemovalRequest,
): Promise<RemovedRows | undefined> {
  if (!call) return {};
  const { more, removed } = await call(request);
  return more ? undefined : removed;
}

/** As their administrators would uninstall them. Access has ended with the block of the apps. */
async function endInstallationsOfOthers(
  { clock, removeAtOauth: hasOauth }: RemovalDependencies,
  stores: RemovalStores,
  id: string,
): Promise<RemovedRows | undefined> {
  const found = await stores.deletions.listInstallationsOfOthers(id, MOST_INSTALLATIONS);
  if (found.length === 0) return undefined;
  // Always locked in the same order.
  const inOrder = found.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const at = clock();
  let ended = 0;
  for (const installation of inOrder) {
    const { organizationId, appId, app, version, clientId, installedSince } = installation;
    await stores.organizations.lock(organizationId);
    // An administrator may have uninstalled it meanwhile.
    if (!(await stores.installations.remove(organizationId, appId))) continue;
    ended += 1;
    await stores.audit.record({
      actor: remover,
      action: 'installation.removed',
      subject: `${app}-${version}`,
      organizationId,
      context: contextOf(id),
      before: { version },
    });
    await appendUninstalled(stores, installation, at);
    if (!hasOauth) continue;
    const access = { organizationId, clientId, installedSince: installedSince.toISOString() };
    await stores.endedAccess.add(access, at);
  }
  return ended > 0 ? { installation_of_others: ended } : {};
}

/** The developers of the apps learn of it. Grants are removed with the users. */
async function endOwnInstallations(
  { clock }: RemovalDependencies,
  stores: RemovalStores,
  id: string,
): Promise<RemovedRows | undefined> {
  const found = await stores.deletions.listOwnInstallations(id, MOST_INSTALLATIONS);
  if (found.length === 0) return undefined;
  let ended = 0;
  for (const installation of found) {
    if (!(await stores.installations.remove(id, installation.appId))) continue;
    ended += 1;
    // Of an installed draft, unless a draft has it still.
    await stores.drafts.removeUnusedVersion(installation.versionId);
    await appendUninstalled(stores, installation, clock());
  }
  return { installation: ended };
}

function appendUninstalled(
  { events }: EventStores,
  { appId, app, version, organizationId }: InstallationToEnd,
  at: Date,
): Promise<void> {
  return events.append({ type: 'app.uninstalled', appId, app, version, organizationId, at });
}

function keyOf({ organizationId, appId }: InstallationToEnd): string {
  return `${organizationId} ${appId}`;
}

/**
 * Fails where something refers to the organization again, and is then repeated from the first step on. Does nothing
 * where another replica has finished.
 */
function finish({ database }: RemovalDependencies, id: string, oauth: RemovedRows): Promise<void> {
  return database.transaction(async (stores) => {
    await stores.organizationRows.lock(id);
    const removed = await stores.deletions.findRemoved(id);
    if (!removed) return;
    const { name } = await lockOrganization(stores, id);
    await stores.deletions.finish(id);
    await stores.audit.record({
      actor: remover,
      action: 'organization.deleted',
      subject: id,
      organizationId: id,
      context: contextOf(id),
      before: { name },
      after: { registry: { ...removed, organization: 1 }, oauth },
    });
  });
}
