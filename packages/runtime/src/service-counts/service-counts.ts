import { ActivityCounts } from '../activity/activity-counts.ts';
import type { ActivityTable } from '../activity/activity-table.ts';
import type { BufferedCountsOptions } from '../counts/buffered-counts.ts';
import type { ServiceMetrics } from '../telemetry/metrics.ts';
import { UsageCounts } from '../usage/usage-counts.ts';
import type { UsageTable } from '../usage/usage-table.ts';

type ServiceCountsOptions<UsageKind extends string, ActivityKind extends string> = {
  /** Its name in the metrics. */
  service: string;
  usage: { table: UsageTable<UsageKind>; kinds: readonly UsageKind[] };
  activity: { table: ActivityTable<ActivityKind>; kinds: readonly ActivityKind[] };
  metrics: ServiceMetrics;
} & Pick<BufferedCountsOptions<string>, 'clock' | 'logger' | 'flushSeconds'>;

/** What a service counts in memory and writes at intervals. */
export function serviceCounts<UsageKind extends string, ActivityKind extends string>({
  service,
  metrics,
  ...options
}: ServiceCountsOptions<UsageKind, ActivityKind>) {
  const { clock, logger, flushSeconds } = options;
  const flushed = { clock, logger, flushSeconds };
  const usage = new UsageCounts({ ...flushed, ...options.usage });
  const activity = new ActivityCounts({ ...flushed, ...options.activity, service, metrics });
  return {
    usage,
    activity,
    start: () => {
      usage.start();
      activity.start();
    },
    stop: () => Promise.all([usage.stop(), activity.stop()]),
  };
}
