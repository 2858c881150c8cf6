import { setTimeout as wait } from 'node:timers/promises';
import type { ReplicatedServices } from '../cluster.ts';
import type { Fault } from '../kinds/index.ts';
import { until } from '../patience.ts';
import type { RedisSentinels } from '../redis-sentinels.ts';
import type { PatroniPair } from './patroni-pair.ts';

/** The services on storage that fails over. */
export type FailoverCluster = ReplicatedServices & { database: PatroniPair; redis: RedisSentinels };

const SENTINELS_MILLISECONDS = 30_000;

const primaryKilled: Fault<FailoverCluster> = {
  name: 'PostgreSQL primary killed, its standby promoted',
  inflict: async ({ database }) => {
    const { primary, standby } = await database.roles();
    await primary.kill();
    await database.untilPrimary(standby);
    await primary.start();
    await database.untilSynchronous();
  },
};

const primaryCutOff: Fault<FailoverCluster> = {
  name: 'PostgreSQL primary cut off from the network, and back',
  inflict: async ({ database }, holdMilliseconds) => {
    const { primary, standby } = await database.roles();
    await primary.cutOff();
    await database.untilPrimary(standby);
    await wait(holdMilliseconds);
    await primary.reconnect();
    await database.untilSynchronous();
  },
};

const switchover: Fault<FailoverCluster> = {
  name: 'PostgreSQL switchover, planned',
  inflict: async ({ database }) => {
    const { primary, standby } = await database.roles();
    await primary.switchOver(standby);
    await database.untilPrimary(standby);
    await database.untilSynchronous();
  },
};

const masterKilled: Fault<FailoverCluster> = {
  name: 'Redis server killed, its replica promoted by sentinels',
  inflict: async ({ redis }) => {
    const killed = await redis.master();
    if (!killed) throw new Error('The sentinels name no server');
    await killed.kill();
    await until('the sentinels name another server', SENTINELS_MILLISECONDS, async () => {
      const master = await redis.master();
      return master !== undefined && master !== killed;
    });
    await redis.restartAsReplica(killed);
    await redis.untilReplicated();
  },
};

export const failoverFaults = [primaryKilled, primaryCutOff, switchover, masterKilled];
