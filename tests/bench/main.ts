/** `npm run bench`: how close both services are to what they are built on, as ratios in one run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@app-platform/workbench/command-line';
import { checkScenarios } from './check-scenarios.ts';
import { type BenchConfig, readBenchConfig } from './config.ts';
import { figuresOf, ratiosOf } from './figures.ts';
import { measureFsync } from './fsync-cost.ts';
import { growthIsAskedFor, measureGrowth } from './growth.ts';
import type { MeasuredProcess } from './measured-process.ts';
import { type Platform, startPlatform } from './platform.ts';
import { divideProcessors } from './processors.ts';
import { report } from './report.ts';
import { writeReportFiles } from './report-files.ts';
import type { Measured, Memory, Results } from './results.ts';
import { measureRound, type Scenario, warmUp } from './rounds.ts';
import { verifySameRows } from './same-rows.ts';
import { readSavedRun, type SavedRun, saveRun } from './saved-run.ts';
import { readScenarios, registrationScenarios, startBaseline } from './scenarios.ts';
import { ScratchDatabases } from './scratch-databases.ts';
import { buildServices } from './service-process.ts';
import { startScenarios } from './start-scenarios.ts';
import { measureStarts, type StartFigures, type StartScenario } from './starts.ts';
import { tokenScenarios } from './token-scenarios.ts';

const say = (text: string) => console.error(text);
const stopping = new AbortController();

async function bench(config: BenchConfig): Promise<Results> {
  if (process.platform !== 'linux') {
    throw new Error('The benchmark reads CPU time and memory from /proc, which only Linux has.');
  }
  const databases = new ScratchDatabases(config.serverUrl);
  const serverVersion = await databases.serverVersion();
  const folder = await mkdtemp(join(tmpdir(), 'app-platform-bench-'));
  const processes: MeasuredProcess[] = [];
  try {
    say('Measuring what an fsync costs…');
    const fsyncMilliseconds = await measureFsync(folder);
    const { launcher, description } = await divideProcessors();
    say('Building both services…');
    const treesFolder = await buildServices(join(folder, 'trees'));
    const place = { databases, folder, treesFolder, launcher, processes };
    return {
      ...(await measure(config, place)),
      fsyncMilliseconds,
      serverVersion,
      processors: description,
    };
  } finally {
    say('Ending what was started…');
    await Promise.all(processes.map((process) => process.stop()));
    await databases.dropAll();
    await rm(folder, { recursive: true, force: true });
  }
}

type Place = {
  databases: ScratchDatabases;
  folder: string;
  treesFolder: string;
  launcher: string[];
  /** To be stopped at the end. */
  processes: MeasuredProcess[];
};

async function measure(config: BenchConfig, place: Place) {
  const { databases, processes } = place;
  say('Creating databases and starting both services and the baselines…');
  const registryDatabaseUrl = await databases.create('registry');
  const baselineUrl = await databases.create('registry');
  const { redisUrl, profileFolder } = config;
  const options = {
    ...place,
    registryDatabaseUrl,
    oauthDatabaseUrl: await databases.create('oauth'),
    redisUrl,
    profileFolder,
  };
  const platform = await startPlatform(options, processes);
  const isAskedFor = ({ name }: { name: string }) => name.includes(config.only);
  const scenarios = (await scenariosOf(platform, place, baselineUrl)).filter(isAskedFor);
  const startable = await startScenarios(platform, { ...options, profileFolder: undefined });
  const toStart = startable.filter(isAskedFor);
  const growth = { ...config, isAskedFor, say, stopping: stopping.signal };
  if (scenarios.length + toStart.length === 0 && !growthIsAskedFor(growth)) {
    throw new Error(`No work has '${config.only}' in its name.`);
  }
  const idle = await residentBytes(processes);
  const measured: Measured[] = [];
  for (const scenario of scenarios) measured.push(await measureScenario(scenario, config));
  await verifySameRows(databases, registryDatabaseUrl, baselineUrl);
  const loaded = await residentBytes(processes);
  const memory = processes.map(
    ({ name }, index): Memory => ({
      name,
      idleBytes: idle[index] ?? Number.NaN,
      loadedBytes: loaded[index] ?? Number.NaN,
    }),
  );
  return {
    measured,
    memory,
    starts: await starts(toStart, config.rounds),
    latencies: await measureGrowth(platform, options, growth),
  };
}

async function starts(scenarios: StartScenario[], rounds: number): Promise<StartFigures[]> {
  const figures: StartFigures[] = [];
  for (const scenario of scenarios) {
    stopping.signal.throwIfAborted();
    say(`${scenario.name}: ${rounds} rounds…`);
    figures.push(await measureStarts(scenario, rounds));
  }
  return figures;
}

async function scenariosOf(
  platform: Platform,
  { databases, launcher, processes }: Place,
  baselineUrl: string,
): Promise<Scenario[]> {
  const start = (program: string, name = program) => {
    const process = startBaseline(program, launcher, name);
    processes.push(process);
    return process;
  };
  const { registry } = platform;
  return [
    ...(await tokenScenarios(
      platform,
      {
        onMap: start('bare-oidc-provider', 'bare oidc-provider'),
        onSql: start('bare-oidc-provider', 'bare oidc-provider on SQL'),
      },
      await databases.create(),
    )),
    ...(await checkScenarios(platform, start('bare-express', 'bare Express, internal'))),
    ...(await readScenarios(registry, start('bare-express', 'bare Express'))),
    ...(await registrationScenarios(registry, start('bare-inserts', 'bare inserts'), baselineUrl)),
  ];
}

async function measureScenario(scenario: Scenario, config: BenchConfig): Promise<Measured> {
  const { rounds, seconds } = config;
  say(`${scenario.name}: ${rounds} rounds of ${seconds} s for each side…`);
  await warmUp(scenario, Math.max(seconds, 1));
  const { name, target } = scenario;
  const measured: Measured = { name, ...(target !== undefined && { target }), rounds: [] };
  for (let round = 0; round < rounds; round += 1) {
    stopping.signal.throwIfAborted();
    measured.rounds.push(await measureRound(scenario, seconds));
  }
  return measured;
}

async function keep(folder: string, results: Results, before: SavedRun): Promise<void> {
  await writeReportFiles(folder, results, before);
  await saveRun(folder, before, figuresOf(results));
  say(`Written: ${folder}`);
}

function residentBytes(processes: MeasuredProcess[]): Promise<number[]> {
  return Promise.all(processes.map((process) => process.residentBytes()));
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => stopping.abort(new Error('Interrupted.')));
}
await runCommand(async () => {
  const config = readBenchConfig();
  const before = await readSavedRun(config.reportFolder);
  const results = await bench(config);
  console.log(`\n${report(results, before)}`);
  if (!config.profileFolder) await keep(config.reportFolder, results, before);
  if (config.json) console.log(JSON.stringify(ratiosOf(results)));
});
// The schema engine leaves a timer behind that would keep the process for ten seconds.
process.exit();
