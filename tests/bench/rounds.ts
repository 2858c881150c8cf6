import type { MeasuredProcess } from './measured-process.ts';

/** What was done in a while. */
export type Work = { requests: number; seconds: number };

/** One way of doing the work, and the process that does it. */
export type Side = {
  process: MeasuredProcess;
  /** Works for about that long. */
  work(seconds: number): Promise<Work>;
};

/** Work that is done in two ways. */
export type Scenario = { name: string; ours: Side; baseline: Side };

/** Requests per second that passed, and per second of the process's CPU. */
export type Rates = { perSecond: number; perCpuSecond: number };

export type Round = { ours: Rates; baseline: Rates; oursRatio: Rates; selfRatio: Rates };

/**
 * One round: ours between two measurements of the baseline, so that a machine that grows faster or
 * slower weighs on neither. What the two differ by is what measuring again changes: noise.
 */
export async function measureRound(scenario: Scenario, seconds: number): Promise<Round> {
  const before = await measure(scenario.baseline, seconds);
  const ours = await measure(scenario.ours, seconds);
  const after = await measure(scenario.baseline, seconds);
  const baseline = eachRate((rate) => (before[rate] + after[rate]) / 2);
  return {
    ours,
    baseline,
    oursRatio: eachRate((rate) => ours[rate] / baseline[rate]),
    selfRatio: eachRate((rate) => after[rate] / before[rate]),
  };
}

/** Lets both sides compile and cache what they will. */
export async function warmUp({ ours, baseline }: Scenario, seconds: number): Promise<void> {
  await baseline.work(seconds);
  await ours.work(seconds);
}

async function measure({ process, work }: Side, seconds: number): Promise<Rates> {
  const cpuBefore = await process.cpuSeconds();
  const done = await work(seconds);
  const cpuTaken = (await process.cpuSeconds()) - cpuBefore;
  return { perSecond: done.requests / done.seconds, perCpuSecond: done.requests / cpuTaken };
}

function eachRate(value: (rate: keyof Rates) => number): Rates {
  return { perSecond: value('perSecond'), perCpuSecond: value('perCpuSecond') };
}

export type Spread = { median: number; lowest: number; highest: number };

export function spread(values: number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    lowest: at(0),
    highest: at(sorted.length - 1),
  };
}
