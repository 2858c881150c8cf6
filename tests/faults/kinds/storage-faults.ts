import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';

const BETWEEN_CUTS_MILLISECONDS = 200;

const postgresqlStopped: Fault = {
  name: 'PostgreSQL stopped hard and restarted',
  inflict: async ({ postgresql }, holdMilliseconds) => {
    await postgresql.stopHard();
    await wait(holdMilliseconds);
    await postgresql.start();
  },
};

const connectionsCut: Fault = {
  name: 'database connections cut mid-transaction',
  inflict: async ({ postgresql }, holdMilliseconds) => {
    const end = performance.now() + holdMilliseconds;
    while (performance.now() < end) {
      await postgresql.cutConnections('registry');
      await postgresql.cutConnections('oauth');
      await wait(BETWEEN_CUTS_MILLISECONDS);
    }
  },
};

const redisEmptied: Fault = {
  name: 'Redis stopped, restarted empty',
  inflict: async ({ redis }, holdMilliseconds) => {
    await redis.stop();
    await wait(holdMilliseconds);
    await redis.start();
  },
};

export const storageFaults: Fault[] = [postgresqlStopped, connectionsCut, redisEmptied];
