import type {
  OrganizationRemovalRequest,
  OrganizationRemovalResponse,
} from '@app-platform/contracts';
import type { RequestContext } from '@app-platform/http-api';
import type { RemovedRows } from '@app-platform/runtime/database';
import { type AuditStores, registry } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { OrganizationRowStores } from './organization-row-store.ts';

type RemovalStores = OrganizationRowStores & AuditStores;
export type RemovalDependencies = { database: Database<RemovalStores> };

/** Few enough for a short transaction. */
const MOST_ROWS_AT_ONCE = 500;
/** Less than the registry waits. */
const MOST_MILLISECONDS = 1_000;

/** Removes rows of an organization, for a second at most. Each removal leaves an audit row with its numbers. */
export async function removeOrganization(
  { database }: RemovalDependencies,
  { organizationId, clientIds }: OrganizationRemovalRequest,
  context: RequestContext,
): Promise<OrganizationRemovalResponse> {
  const end = performance.now() + MOST_MILLISECONDS;
  const record = ({ audit }: RemovalStores, removed: RemovedRows) =>
    audit.record({
      actor: registry,
      action: 'organization_data.removed',
      subject: organizationId,
      organizationId,
      context,
      detail: removed,
    });
  /** @returns the sum of all removals, once nothing is left */
  const removeSome = async (stores: RemovalStores): Promise<RemovedRows | undefined> => {
    const { organizationRows } = stores;
    await organizationRows.lock(organizationId);
    const removed = await organizationRows.removeSome(organizationId, MOST_ROWS_AT_ONCE);
    if (removed) {
      await record(stores, removed);
      return undefined;
    }
    const refused = await organizationRows.removeRefusedRequests(clientIds);
    if (refused > 0) await record(stores, { refused_request: refused });
    return organizationRows.sumRemoved(organizationId);
  };
  do {
    const sum = await database.transaction(removeSome);
    if (sum) return { more: false, removed: sum };
  } while (performance.now() < end);
  return { more: true, removed: {} };
}
