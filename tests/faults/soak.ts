import { setTimeout as wait } from 'node:timers/promises';
import {
  experienceOf,
  isFailure,
  type Observation,
  quantile,
} from '@app-platform/testing/load/observations';
import { openFiles, residentMebibytes } from '@app-platform/testing/processes/process-figures';
import { allReplicas } from '../platform/cluster.ts';
import type { FaultsConfig } from './config.ts';
import { type Scene, underLoad } from './phase.ts';
import { type Verdict, writeFigures } from './report.ts';

const SAMPLE_MILLISECONDS = 5_000;
/** The newest; the ledger of twenty minutes is too long to be asked about in full. */
const CHECKED_APPS = 1_500;

/** Mixed load for long, and nothing that grows. */
export async function runSoak(
  scene: Scene,
  { soakMinutes, resultsFolder }: FaultsConfig,
  say: (text: string) => void,
): Promise<Verdict> {
  const { ledger, checker, cluster } = scene;
  say(`Mixed load for ${soakMinutes} minutes…`);
  const samples: Sample[] = [];
  const failed: Observation[] = [];
  await underLoad(scene, async () => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < soakMinutes * 60_000) {
      await wait(SAMPLE_MILLISECONDS);
      const observed = scene.observations.take();
      failed.push(...observed.filter(isFailure));
      samples.push(await sample(scene, observed, startedAt));
    }
  });
  const growth = growthOf(samples);
  const file = await writeFigures(resultsFolder, 'soak', { growth, samples });
  const checked = ledger.apps.slice(-CHECKED_APPS);
  say(`Checking the ${checked.length} newest apps of the ledger…`);
  await checker.check(checked);
  return {
    text: `${growthTable(growth)}\nAll figures: ${file}`,
    faults: 0,
    complaints: [
      ...growth.filter(({ isTooMuch }) => isTooMuch).map(({ name }) => `${name} grows`),
      ...failed.map(({ what, status }) => `${what} failed (${status || 'no answer'})`),
      ...cluster.crashes,
    ],
  };
}

async function sample(
  { cluster }: Scene,
  observed: Observation[],
  startedAt: number,
): Promise<Sample> {
  const { p50Milliseconds, p99Milliseconds } = experienceOf(observed);
  const memory: Sample['memory'] = {};
  const handles: Sample['handles'] = {};
  for (const { name, processId } of allReplicas(cluster)) {
    if (processId === undefined) continue;
    memory[name] = await residentMebibytes(processId);
    handles[name] = await openFiles(processId);
  }
  return {
    seconds: Math.round((performance.now() - startedAt) / 1000),
    requests: observed.length,
    memory,
    handles,
    latency: { p50: p50Milliseconds, p99: p99Milliseconds },
  };
}

function growthTable(growth: Growth[]): string {
  const rows = growth.map(({ name, before, after, most, isTooMuch }) => [
    name,
    before.toFixed(1),
    after.toFixed(1),
    most.toFixed(1),
    isTooMuch ? 'grows' : 'holds',
  ]);
  const heads = ['', 'second quarter', 'fourth quarter', 'at most', 'verdict'];
  return [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** What was so at one moment, by replica; latency as callers saw it since the moment before. */
type Sample = {
  seconds: number;
  requests: number;
  /** Resident, in MiB. */
  memory: Record<string, number>;
  handles: Record<string, number>;
  /** In milliseconds. */
  latency: Record<'p50' | 'p99', number>;
};

type Growth = {
  name: string;
  /** The median of the second quarter: the first is the warm-up. */
  before: number;
  /** The median of the last. */
  after: number;
  /** What that may be. */
  most: number;
  isTooMuch: boolean;
};

/** The garbage collector, a pool that opens one more connection, a neighbour on the machine. */
const tolerated = {
  memory: (before: number) => before * 1.15 + 16,
  handles: (before: number) => before * 1.1 + 5,
  latency: (before: number) => before * 1.5 + 20,
};

const units = { memory: 'MiB', handles: 'handles', latency: 'ms' };

/** The 99th percentile of a few seconds is a single request: kept, not judged. */
const judgedLatency = 'p50';

function growthOf(samples: Sample[]): Growth[] {
  const names = Object.keys(samples[0]?.memory ?? {});
  const of = (kind: keyof typeof tolerated, key: string): Growth => {
    const values = samples.map((sample) => (sample[kind] as Record<string, number>)[key] ?? 0);
    const before = median(quarter(values, 2));
    const after = median(quarter(values, 4));
    const most = tolerated[kind](before);
    return { name: `${key}, ${units[kind]}`, before, after, most, isTooMuch: !(after <= most) };
  };
  return [
    ...names.map((name) => of('memory', name)),
    ...names.map((name) => of('handles', name)),
    of('latency', judgedLatency),
  ];
}

function quarter(values: number[], number: 2 | 4): number[] {
  const length = values.length / 4;
  return values.slice(Math.floor(length * (number - 1)), Math.ceil(length * number));
}

function median(values: number[]): number {
  return quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  );
}
