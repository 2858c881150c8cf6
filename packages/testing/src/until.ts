import { setTimeout as wait } from 'node:timers/promises';

const POLL_MILLISECONDS = 50;

/** Waits until something is so. @throws Error naming it, where it is not within the time */
export async function until(
  what: string,
  withinMilliseconds: number,
  isSo: () => Promise<boolean> | boolean,
): Promise<void> {
  const end = performance.now() + withinMilliseconds;
  while (!(await isSo())) {
    if (performance.now() > end) {
      throw new Error(`Within ${withinMilliseconds / 1000} s this did not happen: ${what}`);
    }
    await wait(POLL_MILLISECONDS);
  }
}
