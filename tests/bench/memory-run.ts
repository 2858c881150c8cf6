import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runAtRate, runLoad } from '@app-platform/testing/load/load';
import { Child } from '@app-platform/testing/processes/child';
import { MemoryCgroup } from '@app-platform/testing/processes/memory-cgroup';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { parse } from 'yaml';
import { nodeFlags } from '../deploy/images/dockerfile.ts';
import { firstVersions, randomLatest, randomVersion, shortPage } from './registry-work.ts';
import { residentMemory } from './resident-memory.ts';
import { measureRevocations } from './revocations-run.ts';
import type { Servers } from './servers.ts';
import { startPlatform, tokenService } from './token-rows.ts';
import { refreshing } from './token-work.ts';

/** The busiest hour of docs/operating.md, for what is left of each service when one replica is lost. */
const REFRESHES_PER_SECOND = 58;
const REGISTRY_CALLS = [
  { work: randomVersion, perSecond: 460 },
  { work: randomLatest, perSecond: 60 },
  { work: shortPage, perSecond: 60 },
  { work: firstVersions, perSecond: 1 },
];
const FULL_SPEED_SECONDS = 30;
const FULL_SPEED_CONNECTIONS = 32;
const MEBIBYTE = 1_048_576;

const services = ['registry', 'oauth'] as const;
type Service = (typeof services)[number];

type Resources = { requests: { memory: string }; limits: { memory: string } };
type Limited = {
  name: Service;
  cgroup: MemoryCgroup;
  limitBytes: number;
  resources: Resources;
};

/** Runs a service in a control group, with the flags of its image. */
const launcherIn = ({ launcher }: MemoryCgroup, service: Service) => [
  ...launcher,
  'env',
  `NODE_OPTIONS=${nodeFlags(service).join(' ')}`,
];

/** Runs both services under the memory limits of their manifests. @returns a line for each process */
export async function measureMemory(servers: Servers, minutes: number): Promise<string[]> {
  const limited = await Promise.all(services.map((service) => limit(service, 'deployment.yaml')));
  const launchers = new Map<string, string[]>(
    limited.map(({ name, cgroup }) => [name, launcherIn(cgroup, name)]),
  );
  const platform = await startPlatform({ ...servers, launcherOf: (name) => launchers.get(name) });
  const [oauth = 0, registry = 0] = platform.side.processes.node;
  const processes: Record<Service, number> = { registry, oauth };
  const lines: string[] = [];
  const add = async (when: string) => {
    for (const one of limited) {
      lines.push(`${await line(one)}, ${when}: ${await residentMemory(processes[one.name])}`);
    }
  };
  await add('at rest');
  servers.report(`The busiest hour's rate for ${minutes} minutes…`);
  await busiestHour(platform, minutes * 60);
  await add("at the busiest hour's rate");
  servers.report(`Full speed for ${FULL_SPEED_SECONDS} seconds…`);
  await fullSpeed(platform);
  await add('at full speed');
  const reading = await limit('registry', 'deployment.yaml', 'registry-revocations');
  const run = { launcher: launcherIn(reading.cgroup, 'registry'), other: registry };
  lines.push(await measureRevocations(servers, platform.environment, run));
  lines.push(...(await Promise.all(services.map((service) => migration(servers, service)))));
  await Child.endAll();
  for (const { cgroup } of [...limited, reading]) await cgroup.remove();
  return lines;
}

type Platform = Awaited<ReturnType<typeof startPlatform>>;

function refreshesOf(platform: Platform) {
  const { side, create, clients } = platform;
  return refreshing(tokenService(platform, side, create, clients.length));
}

async function busiestHour(platform: Platform, seconds: number): Promise<void> {
  const { registry, side } = platform;
  const refreshes = refreshesOf(platform);
  await refreshes.prepare?.(seconds);
  const calls = REGISTRY_CALLS.map(({ work, perSecond }) => ({
    ...{ perSecond, seconds, port: registry.ours.port },
    work: work(registry, registry.ours),
  }));
  for (const { work } of calls) await work.prepare?.(seconds);
  await Promise.all([
    runAtRate({ port: side.port, perSecond: REFRESHES_PER_SECOND, seconds, next: refreshes.next }),
    ...calls.map(({ work, ...load }) => runAtRate({ ...load, next: work.next })),
  ]);
}

async function fullSpeed(platform: Platform): Promise<void> {
  const { registry, side } = platform;
  const refreshes = refreshesOf(platform);
  await refreshes.prepare?.(FULL_SPEED_SECONDS);
  const reads = randomVersion(registry, registry.ours);
  const load = { connections: FULL_SPEED_CONNECTIONS, seconds: FULL_SPEED_SECONDS };
  await Promise.all([
    runLoad({ ...load, port: side.port, next: refreshes.next }),
    runLoad({ ...load, port: registry.ours.port, next: reads.next }),
  ]);
}

/** Migrates an empty database under the limits of the Job. */
async function migration({ ours, builtFolder, folder }: Servers, service: Service) {
  const { cgroup, resources } = await limit(service, 'migration.yaml');
  const database = `${service}_migrated`;
  await ours.query('postgres', `CREATE DATABASE ${database}`);
  await Child.run({
    name: `migration of ${service}`,
    command: [...cgroup.launcher, process.execPath, join(builtFolder, service, 'dist/migrate.js')],
    environment: {
      NODE_ENV: 'production',
      [`${service.toUpperCase()}_DATABASE_URL`]: ours.urlOf(database),
    },
    logFile: join(folder, 'migrations.log'),
  });
  const text = await line({ name: `migration of ${service}`, cgroup, resources });
  while (await cgroup.remove().catch(() => true)) await wait(100);
  return text;
}

/** @param name of the control group, where one has the limits of the manifest already */
async function limit(
  service: Service,
  file: string,
  name = `${service}-${file.replace('.yaml', '')}`,
): Promise<Limited> {
  const path = join(repositoryFolder, 'deploy/kubernetes/base', service, file);
  const [container] = parse(await readFile(path, 'utf8')).spec.template.spec.containers;
  const resources: Resources = container.resources;
  const limitBytes = Number.parseInt(resources.limits.memory, 10) * MEBIBYTE;
  const cgroup = await MemoryCgroup.create(name, limitBytes);
  return { name: service, cgroup, limitBytes, resources };
}

async function line({
  name,
  cgroup,
  resources,
}: Pick<Limited, 'cgroup' | 'resources'> & { name: string }): Promise<string> {
  const peakMebibytes = Math.round((await cgroup.peakBytes()) / MEBIBYTE);
  const { requests, limits } = resources;
  return `${name}: requested ${requests.memory}, at most ${limits.memory}; the group's peak ${peakMebibytes} MiB`;
}
