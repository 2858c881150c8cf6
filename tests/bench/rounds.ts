import type { MeasuredProcess } from './measured-process.ts';

/** What was done in a while. */
export type Work = { requests: number; seconds: number };

/** One way of doing the work, and the processes that do it. */
export type Side = {
  processes: MeasuredProcess[];
  /** Makes ready, outside of it, for the next measurement, which takes that long. */
  prepare?(seconds: number): Promise<void>;
  /** Works for about that long. */
  work(seconds: number): Promise<Work>;
};

/** Work that is done in two ways. */
export type Scenario = {
  name: string;
  ours: Side;
  baseline: Side;
  /** What the ratio per CPU-second should reach. */
  target?: number;
};

/** Requests per second that passed, and per second of the CPU of the side's processes. */
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

/** V8 goes on compiling for 14,000 requests, most on the side that has more code. */
export const WARM_REQUESTS = 15_000;
const MOST_WARM_UPS = 25;

/** Lets both sides compile and cache what they will. */
export async function warmUp({ ours, baseline }: Scenario, seconds: number): Promise<void> {
  for (const side of [baseline, ours]) {
    let requests = 0;
    for (let run = 0; run < MOST_WARM_UPS && requests < WARM_REQUESTS; run += 1) {
      await side.prepare?.(seconds);
      requests += (await side.work(seconds)).requests;
    }
  }
}

async function measure(side: Side, seconds: number): Promise<Rates> {
  await side.prepare?.(seconds);
  const cpuBefore = await cpuSecondsOf(side);
  const done = await side.work(seconds);
  const cpuTaken = (await cpuSecondsOf(side)) - cpuBefore;
  return { perSecond: done.requests / done.seconds, perCpuSecond: done.requests / cpuTaken };
}

async function cpuSecondsOf({ processes }: Side): Promise<number> {
  const seconds = await Promise.all(processes.map((process) => process.cpuSeconds()));
  return seconds.reduce((sum, each) => sum + each, 0);
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
