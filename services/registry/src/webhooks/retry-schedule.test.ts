import { describe, expect, it } from '@jest/globals';
import { retryPause, retryPausesMilliseconds } from './retry-schedule.ts';

describe('the schedule of attempts', () => {
  it.each([0, 0.999])('ends within three days, after more than two (jitter %d)', (random) => {
    const pauses = retryPausesMilliseconds.map((_, failed) => retryPause(failed + 1, random) ?? 0);
    const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(48);
    expect(hours).toBeLessThan(72);
    expect(retryPause(pauses.length + 1, random)).toBeNull();
  });

  it('differs by up to a tenth', () => {
    expect([retryPause(1, 0), retryPause(1, 0.5), retryPause(1, 1)]).toEqual([4_500, 5_000, 5_500]);
  });
});
