import { problem, type SuspendedOrganizationRecord } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { Actor } from '../audit/audit-store.ts';
import type { OrganizationDatabase } from './change-organization.ts';
import { lockOrganization } from './lock-organization.ts';

export type SuspensionDependencies = { database: OrganizationDatabase; clock: Clock };

/**
 * Refuses everything that an organization does. Nothing is removed: its grants, sessions and deliveries
 * are there when it is resumed. A second suspension replaces the reason alone.
 * @throws AppError `not_found`
 */
export function suspendOrganization(
  { database, clock }: SuspensionDependencies,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
  context: RequestContext,
): Promise<SuspendedOrganizationRecord> {
  return database.transaction(async (stores) => {
    const before = await lockOrganization(stores, id);
    const since = await stores.organizations.suspend(id, reason, clock());
    await stores.audit.record({
      actor,
      action: 'organization.suspended',
      subject: id,
      organizationId: id,
      context,
      ...(before.suspendedAt && { before: { reason: before.suspendedReason } }),
      after: { reason },
    });
    return { id, name: before.name, suspended: { reason, since: since.toISOString() } };
  });
}

/**
 * Changes nothing for an organization that is not suspended.
 * @throws AppError `not_found`, `organization_being_deleted`
 */
export function resumeOrganization(
  { database }: SuspensionDependencies,
  actor: Actor,
  id: string,
  context: RequestContext,
): Promise<SuspendedOrganizationRecord> {
  return database.transaction(async (stores) => {
    const found = await lockOrganization(stores, id);
    const { name, suspendedAt, suspendedReason: reason } = found;
    if (found.isBeingDeleted) {
      const detail = `The organization ${name} is being deleted, which cannot be undone.`;
      const source = { parameter: 'organizationId' };
      throw new AppError(problem('organization_being_deleted', detail, source));
    }
    if (!suspendedAt) return { id, name, suspended: null };
    await stores.organizations.resume(id);
    await stores.audit.record({
      actor,
      action: 'organization.resumed',
      subject: id,
      organizationId: id,
      context,
      before: { reason },
    });
    return { id, name, suspended: null };
  });
}
