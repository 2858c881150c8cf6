import type { ActivitySummary } from '@app-platform/contracts';
import type { ActivityStore } from './activity-store.ts';

/**
 * When some apps were last used in an organization, and how many of their requests were refused since a time.
 * @returns in the order of the client ids
 */
export async function summarizeActivity(
  activity: Pick<ActivityStore, 'sum' | 'listLastUses'>,
  organizationId: string,
  clientIds: string[],
  since: Date,
): Promise<ActivitySummary['apps']> {
  const [sums, uses] = await Promise.all([
    activity.sum(organizationId, clientIds, since),
    activity.listLastUses(organizationId, clientIds),
  ]);
  const refusedBy = new Map(sums.map(({ clientId, counts }) => [clientId, counts.refused]));
  const usedBy = new Map(uses.map(({ clientId, hour }) => [clientId, hour.toISOString()]));
  return clientIds.map((clientId) => ({
    clientId,
    lastUsedAt: usedBy.get(clientId) ?? null,
    refused: refusedBy.get(clientId) ?? 0,
  }));
}
