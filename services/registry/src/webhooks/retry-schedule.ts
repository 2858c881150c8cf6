const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses after the failed attempts: eleven attempts within 72 hours, whatever the jitter. */
export const retryPausesMilliseconds: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Pauses differ by up to a tenth, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * The pause until the next attempt.
 * @param failed how many attempts have failed
 * @param random from 0 up to 1
 * @returns null where no attempt follows
 */
export function retryPause(
  failed: number,
  random: number,
  pauses: readonly number[] = retryPausesMilliseconds,
): number | null {
  const pause = pauses[failed - 1];
  return pause === undefined ? null : Math.round(pause * (1 - JITTER + 2 * JITTER * random));
}

/** The longest pause that a receiver is granted: a wrong header must not lose events. */
const LONGEST_REQUESTED_PAUSE = HOUR;

/** RFC 6585, section 4, and RFC 9110, section 15.6.4. */
const STATUSES_WITH_RETRY_AFTER: readonly (number | null)[] = [429, 503];

/**
 * The pause that a receiver asks for in `Retry-After` (RFC 9110, section 10.2.3), in milliseconds, at most
 * an hour.
 * @param at when the response came, from which a date counts
 * @returns 0 for another status, and without a value that can be read
 */
export function requestedPause(
  status: number | null,
  retryAfter: string | undefined,
  at: Date,
): number {
  const value = retryAfter?.trim() ?? '';
  if (!STATUSES_WITH_RETRY_AFTER.includes(status) || value === '') return 0;
  const isSeconds = /^\d{1,15}$/.test(value);
  // A date begins with its weekday. `Date.parse` reads much else.
  const isDate = /^[A-Z][a-z]{2,8},? .*GMT$/.test(value);
  if (!isSeconds && !isDate) return 0;
  const pause = isSeconds ? Number(value) * SECOND : Date.parse(value) - at.getTime();
  return Number.isNaN(pause) ? 0 : Math.min(Math.max(0, pause), LONGEST_REQUESTED_PAUSE);
}
