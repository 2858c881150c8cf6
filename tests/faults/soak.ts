import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { allReplicas } from './cluster.ts';
import type { FaultsConfig } from './config.ts';
import { experienceOf, isFailure, type Observation } from './observations.ts';
import { type Scene, underLoad } from './phase.ts';
import { plot } from './plot.ts';
import { openFiles, residentMebibytes } from './process-figures.ts';
import { writeFigures } from './report.ts';
import { type Growth, growthOf, type Sample } from './soak-growth.ts';
import type { Verdict } from './verdict.ts';

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
  await writeFile(join(resultsFolder, 'soak.svg'), plot(samples));
  const checked = ledger.apps.slice(-CHECKED_APPS);
  say(`Checking the ${checked.length} newest apps of the ledger…`);
  await checker.check(checked);
  return {
    text: `${growthTable(growth)}\nAll figures: ${file}, and a plot beside them`,
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
