import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';

/** Every write to it fails as on a full disk. */
const FULL_DISK = '/dev/full';
const STEP_SECONDS = 300;

const logDiskFull: Fault = {
  name: 'disk full on the log of one replica of each service',
  mustNotShow: true,
  inflict: async ({ replicas }, holdMilliseconds) => {
    const chosen = [replicas.registry[0], replicas.oauth[0]];
    for (const replica of chosen) {
      await replica.stop();
      await replica.start(FULL_DISK);
    }
    await wait(holdMilliseconds);
    for (const replica of chosen) {
      await replica.stop();
      await replica.start();
    }
  },
};

/** Of one replica of each service: the others, and the databases, go on with the right time. */
const clockStepped: Fault = {
  name: 'clock stepped by five minutes, forth and back',
  mustNotShow: true,
  inflict: async ({ clock }, holdMilliseconds) => {
    for (const seconds of [STEP_SECONDS, -STEP_SECONDS, 0]) {
      await clock.step(seconds);
      await wait(holdMilliseconds);
    }
  },
};

export const machineFaults: Fault[] = [logDiskFull, clockStepped];
