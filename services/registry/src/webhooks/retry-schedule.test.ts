import { describe, expect, it } from '@jest/globals';
import { requestedPause, retryPause, retryPausesMilliseconds } from './retry-schedule.ts';

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

describe('a receiver that answers 429 or 503', () => {
  const at = new Date('2026-03-01T10:00:00Z');

  it.each([
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Sun, 01 Mar 2026 10:02:30 GMT', 150_000],
    ['Sunday, 01-Mar-26 10:02:30 GMT', 150_000],
    ['86400', 3_600_000],
    ['999999999999999', 3_600_000],
    ['Mon, 02 Mar 2026 10:00:00 GMT', 3_600_000],
    ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
    ['-5', 0],
    ['1.5', 0],
    ['soon', 0],
    ['2026-03-01T10:02:30Z', 0],
    ['', 0],
    [undefined, 0],
  ])('with Retry-After %j waits %d ms at least', (header, pause) => {
    expect(requestedPause(429, header, at)).toBe(pause);
    expect(requestedPause(503, header, at)).toBe(pause);
  });

  it.each([200, 301, 400, 500, 502, null])('is none with %j, whose header is ignored', (status) => {
    expect(requestedPause(status, '120', at)).toBe(0);
  });
});
