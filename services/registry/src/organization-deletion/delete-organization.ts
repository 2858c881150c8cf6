import { type OrganizationDeletionRecord, problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Actor, AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';
import type { OrganizationStores } from '../organizations/organization-store.ts';
import type { DeletionStore } from './deletion-store.ts';

export type DeletionStores = OrganizationStores & AuditStores & { deletions: DeletionStore };
export type DeletionDependencies = { database: Database<DeletionStores>; clock: Clock };

/**
 * Longer than a transaction may take and a suspension needs to reach each replica. After it no request of
 * the organization is under way that could add a row.
 */
const QUIET_MILLISECONDS = 60_000;
const BLOCKED_REASON = 'The organization of its developer was deleted.';

/**
 * Begins to delete a suspended organization. The access of its apps ends with it everywhere; the rows of both
 * services are removed in batches. It cannot be undone.
 * @throws AppError `not_found`, `organization_not_suspended`
 */
export async function deleteOrganization(
  { database, clock }: DeletionDependencies,
  actor: Actor,
  id: string,
  context: RequestContext,
): Promise<OrganizationDeletionRecord> {
  const known = await findDeletion(database, id);
  if (known) return known;
  return database.transaction(async (stores) => {
    const { name, suspendedAt } = await lockOrganization(stores, id);
    const begun = await findDeletion(stores, id);
    if (begun) return begun;
    if (!suspendedAt) {
      const detail = `The organization ${name} is not suspended. Suspend it first.`;
      const source = { parameter: 'organizationId' };
      throw new AppError(problem('organization_not_suspended', detail, source));
    }
    const dueAt = new Date(suspendedAt.getTime() + QUIET_MILLISECONDS);
    await stores.deletions.add(id, dueAt);
    await stores.deletions.blockApps(id, BLOCKED_REASON, clock());
    await stores.audit.record({
      actor,
      action: 'organization.deletion_requested',
      subject: id,
      organizationId: id,
      context,
      before: { name },
    });
    return { id, state: 'running', removed: { registry: {}, oauth: {} } };
  });
}

/** A deletion that has begun or ended. @throws AppError `not_found` */
export async function readDeletion(
  { database }: Pick<DeletionDependencies, 'database'>,
  id: string,
): Promise<OrganizationDeletionRecord> {
  const found = await findDeletion(database, id);
  if (found) return found;
  const detail = 'No organization of this id is being deleted, or was deleted.';
  throw new AppError(problem('not_found', detail, { parameter: 'organizationId' }));
}

async function findDeletion(
  { deletions }: Pick<DeletionStores, 'deletions'>,
  id: string,
): Promise<OrganizationDeletionRecord | undefined> {
  const removed = await deletions.findRemoved(id);
  if (removed) return { id, state: 'running', removed: { registry: removed, oauth: {} } };
  const report = await deletions.findReport(id);
  if (!report) return undefined;
  return { id, state: 'finished', removed: report as OrganizationDeletionRecord['removed'] };
}
