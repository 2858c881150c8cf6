/** `npm run test:faults`: nothing acknowledged is lost, whatever breaks. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@app-platform/testing/command-line';
import { Observations } from '@app-platform/testing/load/observations';
import { type ReplicatedServices, startCluster } from '../platform/cluster.ts';
import { Checker } from './checker.ts';
import { type FaultsConfig, readFaultsConfig } from './config.ts';
import { checkEvents, EventReceiver, subscribe } from './events.ts';
import { runFailovers, startFailoverCluster } from './failover.ts';
import { faultsAskedFor, runFaults } from './fault-run.ts';
import { Ledger } from './ledger.ts';
import type { Scene } from './phase.ts';
import { PlatformCalls } from './platform-calls.ts';
import type { Verdict } from './report.ts';
import { lastLine } from './report.ts';
import { runSoak } from './soak.ts';
import { createTenant } from './tenant.ts';
import { Worker } from './worker.ts';

const WORKERS = 6;

const say = (text: string) => console.error(text);

async function run(config: FaultsConfig): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'app-platform-faults-'));
  // PostgreSQL, which runs as a user of its own, has a folder in it.
  await chmod(folder, 0o755);
  say('Starting PostgreSQL, Redis, a load balancer, and two replicas of each service…');
  const work = config.soakMinutes > 0 ? runSoak : runFaults;
  if (config.isFailover) {
    return runOn(await startFailoverCluster(folder), runFailovers, config, folder);
  }
  return runOn(await startCluster(folder), work, config, folder);
}

type Work<C extends ReplicatedServices> = (
  scene: Scene<C>,
  config: FaultsConfig,
  report: typeof say,
) => Promise<Verdict>;

async function runOn<C extends ReplicatedServices>(
  cluster: C,
  work: Work<C>,
  config: FaultsConfig,
  folder: string,
): Promise<boolean> {
  let isWell = false;
  try {
    const ended = Promise.withResolvers<never>();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => ended.reject(new Error('Interrupted.')));
    }
    isWell = await Promise.race([judge(work, config, cluster, folder), ended.promise]);
  } finally {
    say('Ending what was started…');
    await cluster.close();
    if (isWell && !config.keepsFolder) await rm(folder, { recursive: true, force: true });
    else say(`The logs and the ledger are in ${folder}`);
  }
  return isWell;
}

async function judge<C extends ReplicatedServices>(
  work: Work<C>,
  config: FaultsConfig,
  cluster: C,
  folder: string,
): Promise<boolean> {
  const scene = await prepareScene(cluster, folder);
  const { ledger, events } = scene;
  const { text, faults, complaints } = await work(scene, config, say);
  say('Waiting for the events of the ledger…');
  await checkEvents(ledger, events);
  await events.close();
  console.log(`\n${text}\n`);
  console.log(`events received ${events.accepted}, received again ${events.repeated}`);
  for (const complaint of complaints) console.log(`Failed: ${complaint}`);
  for (const lost of ledger.lost.values()) console.log(`Lost: ${lost.slice(0, 500)}`);
  const lost = ledger.lost.size;
  console.log(lastLine({ acknowledged: ledger.acknowledged, lost, faults }));
  return lost === 0 && complaints.length === 0;
}

async function prepareScene<C extends ReplicatedServices>(
  cluster: C,
  folder: string,
): Promise<Scene<C>> {
  const observations = new Observations();
  const ledger = new Ledger(join(folder, 'ledger.jsonl'));
  const calls = new PlatformCalls(cluster);
  const tenants = await Promise.all(
    Array.from({ length: WORKERS }, (_, index) => createTenant(cluster, index + 1, observations)),
  );
  const bystander = await createTenant(cluster, WORKERS + 1, observations);
  const cutOffTenant = await createTenant(cluster, WORKERS + 2, observations);
  const events = await EventReceiver.start();
  for (const tenant of [...tenants, bystander, cutOffTenant]) {
    await subscribe(calls, tenant, events);
  }
  return {
    cluster,
    ledger,
    observations,
    events,
    workers: tenants.map((tenant) => new Worker(tenant, ledger, calls)),
    bystander,
    cutOffTenant,
    checker: new Checker({ ledger, calls, registryReplicas: cluster.replicas.registry }),
  };
}

await runCommand(async () => {
  const config = readFaultsConfig();
  if (config.soakMinutes === 0 && !config.isFailover) faultsAskedFor(config);
  // Where a run fails that had begun, its stack tells in what.
  const isWell = await run(config).catch((error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return false;
  });
  process.exitCode = isWell ? 0 : 1;
});
// The schema engine leaves a timer behind that would keep the process for ten seconds.
process.exit();
