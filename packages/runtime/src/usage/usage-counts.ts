import { BufferedCounts, type BufferedCountsOptions } from '../counts/buffered-counts.ts';
import type { UsageTable } from './usage-table.ts';

const DAY_MILLISECONDS = 86_400_000;
/** Thirteen months: a month can be compared with the same one a year before. */
const KEPT_DAYS = 396;

type UsageCountsOptions<Kind extends string> = {
  table: UsageTable<Kind>;
} & Pick<BufferedCountsOptions<Kind>, 'kinds' | 'clock' | 'logger' | 'flushSeconds'>;

/** Counts what organizations use: the key is an organization, the period a day in UTC. */
export class UsageCounts<Kind extends string> extends BufferedCounts<Kind> {
  constructor({ table, ...options }: UsageCountsOptions<Kind>) {
    super({
      ...options,
      what: 'usage',
      periodMilliseconds: DAY_MILLISECONDS,
      keptPeriods: KEPT_DAYS,
      add: (periods) =>
        table.add(
          periods.map(({ key, start, counts }) => ({
            organizationId: key,
            day: dayOf(start),
            counts,
          })),
        ),
      removeBefore: (start, most) => table.removeBefore(dayOf(start), most),
    });
  }
}

/** @returns a day such as 2026-01-31 */
function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
