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
  const removeSome = (stores: RemovalStores) =>
    stores.organizationRows.removeSome(organizationId, MOST_ROWS_AT_ONCE);
  let isLeft: boolean;
  do {
    isLeft = await database.transaction(async (stores) => {
      const removed = await removeSome(stores);
      if (removed) await record(stores, removed);
      return removed !== undefined;
    });
  } while (isLeft && performance.now() < end);
  if (isLeft) return { more: true, removed: {} };
  return database.transaction(async (stores) => {
    const refused = await stores.organizationRows.removeRefusedRequests(clientIds);
    if (refused > 0) await record(stores, { refused_request: refused });
    return { more: false, removed: await stores.organizationRows.sumRemoved(organizationId) };
  });
}
