import {
  isFirstPartyClient,
  type RegistryActivityKind,
  registryActivityKinds,
} from '@app-platform/contracts';
import { type ActivityCounts, activityTable } from '@app-platform/runtime/activity';

export type RegistryActivity = Pick<ActivityCounts<RegistryActivityKind>, 'count'>;

/** What apps did at the registry in organizations, and the deliveries about them, by hour. */
export const activityStore = activityTable(registryActivityKinds);

/** Counts a refused request of an app. API keys and the platform's own clients are no apps. */
export function countRefusal(
  activity: RegistryActivity,
  { organizationId, clientId }: { organizationId: string; clientId?: string },
): void {
  if (clientId === undefined || isFirstPartyClient(clientId)) return;
  activity.count({ organizationId, clientId }, 'refused');
}
