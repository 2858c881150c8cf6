import { databases, startServices } from '../cluster.ts';
import type { FaultsConfig } from '../config.ts';
import { complaintsOf } from '../fault-run.ts';
import { type PhaseResult, runPhase, type Scene } from '../phase.ts';
import { RedisSentinels } from '../redis-sentinels.ts';
import { gathered, phaseTable, writeFigures } from '../report.ts';
import type { Verdict } from '../verdict.ts';
import { type FailoverCluster, failoverFaults } from './failover-faults.ts';
import { PatroniPair } from './patroni-pair.ts';

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
    redis: {
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
