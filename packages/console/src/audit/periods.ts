const HOUR_MILLISECONDS = 3_600_000;

const hours = { day: 24, week: 7 * 24, month: 30 * 24, quarter: 90 * 24 } as const;

/** `dates`: the person chooses them. */
export const periods = ['day', 'week', 'month', 'quarter', 'dates'] as const;
export type Period = (typeof periods)[number];

type Times = { period?: Period | undefined; from?: string | undefined; until?: string | undefined };

/** The instants that a period means now, or that are given. */
export function instantsOf({ period, from, until }: Times): { from?: string; until?: string } {
  if (period !== undefined && period !== 'dates') {
    return { from: new Date(Date.now() - hours[period] * HOUR_MILLISECONDS).toISOString() };
  }
  return { ...(from && { from }), ...(until && { until }) };
}
