import { type OauthUsageKind, oauthUsageKinds } from '@app-platform/contracts';
import { type UsageCounts, usageTable } from '@app-platform/runtime/usage';

export type OauthUsage = Pick<UsageCounts<OauthUsageKind>, 'count'>;

/** What organizations used of this service, by day. It does not know their names. */
export const usageStore = usageTable(oauthUsageKinds, 'NULL::text');
