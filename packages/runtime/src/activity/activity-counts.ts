import { ACTIVITY_DAYS } from '@app-platform/contracts';
import { Counter } from 'prom-client';
import { BufferedCounts, type BufferedCountsOptions } from '../counts/buffered-counts.ts';
import type { ServiceMetrics } from '../telemetry/metrics.ts';
import type { ActivityTable, AppOfOrganization } from './activity-table.ts';

const HOUR_MILLISECONDS = 3_600_000;
/** In no id. */
const SEPARATOR = ' ';

type ActivityCountsOptions<Kind extends string> = {
  table: Pick<ActivityTable<Kind>, 'add' | 'removeBefore'>;
  /** The name of the service in its metrics. */
  service: string;
  metrics: ServiceMetrics;
} & Pick<BufferedCountsOptions<Kind>, 'kinds' | 'clock' | 'logger' | 'flushSeconds'>;

/** Counts what apps do in organizations, by the hour. */
export class ActivityCounts<Kind extends string> {
  readonly #counts: BufferedCounts<Kind>;

  constructor({ table, service, metrics, ...options }: ActivityCountsOptions<Kind>) {
    const dropped = new Counter({
      name: `${service}_activity_dropped_total`,
      help: "Counts of apps' activity that were dropped because too many were waiting to be written.",
      registers: [metrics.register],
    });
    this.#counts = new BufferedCounts({
      ...options,
      what: 'activity',
      periodMilliseconds: HOUR_MILLISECONDS,
      keptPeriods: ACTIVITY_DAYS * 24,
      add: (periods) =>
        table.add(
          periods.map(({ key, start, counts }) => {
            const [organizationId = '', clientId = ''] = key.split(SEPARATOR);
            return { organizationId, clientId, hour: start, counts };
          }),
        ),
      removeBefore: (start, most) => table.removeBefore(start, most),
      onDropped: () => dropped.inc(),
    });
  }

  count({ organizationId, clientId }: AppOfOrganization, kind: Kind): void {
    this.#counts.count(organizationId + SEPARATOR + clientId, kind);
  }

  start(): void {
    this.#counts.start();
  }

  /** Writes what is not written yet. */
  stop(): Promise<void> {
    return this.#counts.stop();
  }
}
