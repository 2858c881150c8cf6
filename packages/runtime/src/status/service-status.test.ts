import { expect, it } from '@jest/globals';
import { ServiceStatus } from './service-status.ts';

const EFFECT = 'Nothing is answered.';
const start = new Date('2026-01-31T09:30:00.000Z');

/** A status with one part, whose check the test decides. */
function statusOf(works: () => boolean | Promise<boolean>) {
  let seconds = 0;
  const clock = () => new Date(start.getTime() + 1_000 * seconds++);
  return new ServiceStatus({
    version: '1.2.3',
    parts: [{ part: 'database', effect: EFFECT, works }],
    clock,
  });
}

const up = { status: 'up', version: '1.2.3', degraded: [] };
const degraded = {
  status: 'degraded',
  version: '1.2.3',
  degraded: [{ part: 'database', since: start, effect: EFFECT }],
};

it.each([
  ['says no', () => false],
  ['fails', () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'))],
  ['does not answer', () => new Promise<boolean>(() => undefined)],
])('a part whose check %s twice is degraded since the first time', async (_how, works) => {
  const status = statusOf(works);
  expect(status.report()).toEqual(up);
  await status.check();
  expect(status.report()).toEqual(up);
  await status.check();
  expect(status.report()).toEqual(degraded);
  await status.check();
  expect(status.report()).toEqual(degraded);
});

it('a part that works again is not degraded, and one failure after that does not count', async () => {
  const answers = [false, false, true, false];
  const status = statusOf(() => answers.shift() ?? false);
  await status.check();
  await status.check();
  expect(status.report()).toEqual(degraded);
  await status.check();
  expect(status.report()).toEqual(up);
  await status.check();
  expect(status.report()).toEqual(up);
});

it('checks at the same time are one, however many reports are read', async () => {
  let checks = 0;
  const status = statusOf(() => {
    checks += 1;
    return true;
  });
  await Promise.all([status.check(), status.check()]);
  for (let read = 0; read < 1_000; read += 1) status.report();
  expect(checks).toBe(1);
});
