import { setTimeout as wait } from 'node:timers/promises';
import { PatroniPair } from '@app-platform/testing/servers/patroni-pair';
import { RedisSentinels } from '@app-platform/testing/servers/redis-sentinels';
import { until } from '@app-platform/testing/until';
import { databases, type ReplicatedServices, startServices } from '../platform/cluster.ts';
import type { FaultsConfig } from './config.ts';
import type { Fault } from './fault.ts';
import { complaintsOf } from './fault-run.ts';
import { type PhaseResult, runPhase, type Scene } from './phase.ts';
import { gathered, phaseTable, type Verdict, writeFigures } from './report.ts';

/** The services on storage that fails over. */
type FailoverCluster = ReplicatedServices & { database: PatroniPair; redis: RedisSentinels };

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

const failoverFaults = [primaryKilled, primaryCutOff, switchover, masterKilled];

/** Ten seconds after the storage works again, the services do. */
const pace = {
  beforeMilliseconds: 5_000,
  holdMilliseconds: 15_000,
  recoveryMilliseconds: 10_000,
  afterMilliseconds: 5_000,
};

export async function startFailoverCluster(folder: string): Promise<FailoverCluster> {
  const database = await PatroniPair.start(folder);
  for (const { name, migrations } of databases) await database.createDatabase(name, migrations);
  const redis = await RedisSentinels.start(folder);
  const services = await startServices(folder, {
    urlOf: (name) => database.urlOf(name),
    servers: {
      REDIS_SENTINEL_URLS: redis.urls.join(),
      REDIS_SENTINEL_NAME: redis.name,
      REDIS_PASSWORD: redis.password,
    },
  });
  const close = async () => {
    await database.close();
    await services.close();
  };
  return { ...services, database, redis, close };
}

/** Makes every fail-over, as often as it is told to. */
export async function runFailovers(
  scene: Scene<FailoverCluster>,
  config: FaultsConfig,
  say: (text: string) => void,
): Promise<Verdict> {
  const { ledger, checker } = scene;
  const phases: PhaseResult[] = [];
  for (let round = 0; round < config.rounds; round += 1) {
    for (const fault of failoverFaults.filter(({ name }) => name.includes(config.only))) {
      say(`${fault.name}…`);
      const result = await runPhase(scene, fault, pace);
      phases.push(result);
      for (const complaint of gathered(result.complaints)) say(`  ${complaint}`);
    }
  }
  say(`Checking all ${ledger.apps.length} apps of the ledger once more…`);
  await checker.check(ledger.apps);
  const file = await writeFigures(config.resultsFolder, 'failovers', { phases });
  return {
    text: `${phaseTable(phases)}\nAll figures: ${file}`,
    faults: phases.length,
    complaints: phases.flatMap(complaintsOf),
  };
}
