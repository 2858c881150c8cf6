import { type RegistryUsageKind, registryUsageKinds } from '@app-platform/contracts';
import { type UsageCounts, usageTable } from '@app-platform/runtime/usage';

export type RegistryUsage = Pick<UsageCounts<RegistryUsageKind>, 'count'>;

/** What organizations used of the registry, by day. */
export const usageStore = usageTable(
  registryUsageKinds,
  '(SELECT name FROM organization o WHERE o.id = u.organization_id)',
);
