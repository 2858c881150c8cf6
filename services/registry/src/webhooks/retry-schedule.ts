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
